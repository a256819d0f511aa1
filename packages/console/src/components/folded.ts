/** A text without capitals and accents, as the service compares names. */
export const folded = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase();

/** Whether a text contains all words of a search, in any order. */
export const hasWords = (text: string, search: string): boolean => {
  const within = folded(text);
  return folded(search)
    .split(/\s+/)
    .every((word) => within.includes(word));
};
