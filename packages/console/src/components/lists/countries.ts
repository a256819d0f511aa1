/** Reserved and grouping codes that have names but are no countries. */
const notCountries = new Set([
  "AC",
  "CP",
  "CQ",
  "DG",
  "EA",
  "EU",
  "EZ",
  "IC",
  "QO",
  "TA",
  "UN",
  "XA",
  "XB",
  "XK",
  "ZZ",
]);

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Whether it is not a former code, such as DD, which stands for another one. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

/** The countries (ISO 3166-1) by name in a language. */
export function countriesIn(language: string): { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && isCurrent(code))
    .flatMap((value) => {
      const label = names.of(value);
      return label === undefined ? [] : [{ value, label }];
    })
    .sort((one, other) => one.label.localeCompare(other.label, language));
}
