const ligatures: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Normalizes a text for comparison: no accents, lower case ("José" is "jose", "Straße" is "strasse"). */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => ligatures[letter] ?? letter);
}
