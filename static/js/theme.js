// Runs before the first paint, so that a stored choice of theme never flashes.
(() => {
  let stored = null;
  try { stored = localStorage.getItem("theme"); } catch { /* storage barred: the system's preference rules */ }
  if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  document.documentElement.classList.add("js");
})();
