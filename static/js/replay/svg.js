const NAMESPACE = "http://www.w3.org/2000/svg";
const BLACK = "#000000";
const WHITE = "#ffffff";

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function luminance(colour) {
  const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const tones = [luminance(one), luminance(other)];
  return (Math.max(...tones) + 0.05) / (Math.min(...tones) + 0.05);
}

// Black or white lettering, whichever has more contrast on the colour (as in WCAG): one of them always has 4.5 : 1.
export function inkOn(colour) {
  return contrast(colour, BLACK) > contrast(colour, WHITE) ? BLACK : WHITE;
}
