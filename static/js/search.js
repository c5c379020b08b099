// Which texts fit what somebody searches for, as pages/rulebook/search.py does it on the server: all words begin
// somewhere in the text, in any order, and hyphens and blanks count neither here nor there.

const letters = (word, between) => [...word].map((letter) => letter.replace(/[^a-z0-9]/i, "\\$&")).join(between);

// Two words that the texts write as one are one: `kick off`, `trap door`.
function compounds(query, texts) {
  const words = [];
  for (const word of query.split(/\s+/).map((each) => each.replaceAll("-", "")).filter(Boolean)) {
    const joined = words.length > 0 && new RegExp(`(?<!\\w)${letters(words.at(-1) + word, "-?")}s?\\b`, "i");
    if (joined && joined.test(texts)) words.push(words.pop() + word);
    else words.push(word);
  }
  return words;
}

export function finder(query, texts) {
  const patterns = compounds(query, texts.join("\n")).map((word) => new RegExp(`(?<!\\w)${letters(word, "[-\\s]?")}`, "i"));
  return (text) => patterns.every((pattern) => pattern.test(text));
}
