/** A number in a file: its decimal digits, and the adjacent currency. */
export interface ReadNumber {
  /** Such as `-1412.50`. */
  readonly digits: string;
  /** The currencies that its sign or code can mean; undefined without one. */
  readonly currencies: readonly string[] | undefined;
}

export type DecimalSign = "." | ",";

/** Currencies by sign. A sign of several currencies fits each of them. */
const signs: Readonly<Record<string, readonly string[]>> = {
  "€": ["EUR"],
  euro: ["EUR"],
  "£": ["GBP"],
  $: ["USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "CLP", "COP", "ARS"],
  us$: ["USD"],
  r$: ["BRL"],
  "¥": ["JPY", "CNY"],
  "₹": ["INR"],
  "₽": ["RUB"],
  "₴": ["UAH"],
  "₺": ["TRY"],
  "฿": ["THB"],
  "₪": ["ILS"],
  "₩": ["KRW"],
  "₫": ["VND"],
  "₱": ["PHP"],
  "₦": ["NGN"],
  "₡": ["CRC"],
  "₲": ["PYG"],
  "₾": ["GEL"],
  "s/": ["PEN"],
  a$: ["AUD"],
  c$: ["CAD"],
  ca$: ["CAD"],
  au$: ["AUD"],
  rs: ["INR", "PKR", "LKR", "NPR", "MUR"],
  "rs.": ["INR", "PKR", "LKR", "NPR", "MUR"],
  nz$: ["NZD"],
  hk$: ["HKD"],
  s$: ["SGD"],
  mx$: ["MXN"],
  r: ["ZAR"],
  rp: ["IDR"],
  rm: ["MYR"],
  lei: ["RON"],
  kr: ["SEK", "NOK", "DKK", "ISK"],
  "kr.": ["DKK"],
  zł: ["PLN"],
  kč: ["CZK"],
  ft: ["HUF"],
  fr: ["CHF"],
  "fr.": ["CHF"],
  sfr: ["CHF"],
};

/** Signs between groups of digits, in addition to the sign that is not the decimal one. */
const groupMarks = /[ \u00a0\u2009\u202f'’]/g;

/** Marks of a text's direction, which some systems put around amounts. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** `5,-` and `5.–` say that there are no cents. */
const noCents = /([.,])[-–—](?=\D*$)/;

/** The text's parts: a sign or code before or after, and a number with a minus or in brackets. */
const shape =
  /^(-|−|\()?\s*([^\d\s().,+-]{1,4}\.?|[A-Za-z]{3})?\s*(-|−)?\s*((?:\d|[.,](?=\d))[\d \u00a0\u2009\u202f'’.,]*?)\s*([^\d\s().,+-]{1,4}\.?)?\s*(-|−|\))?$/u;

/** Longer texts are no numbers. `shape` would try each of their spaces in three places. */
const maxLength = 60;

const partsOf = (text: string): RegExpExecArray | null =>
  text.length > maxLength ? null : shape.exec(text.replace(directions, "").replace(noCents, "$100").trim());

/** Its digits with their signs. */
const numberIn = (text: string): string => (partsOf(text)?.[4] ?? "").replace(groupMarks, "");

/** The possible readings of a text: the sign that it shows, or both signs for `1,234`. */
export function decimalSignsOf(text: string): readonly DecimalSign[] {
  // The usual form, in large files.
  if (/^\d+\.\d\d?$/.test(text)) return ["."];
  const number = numberIn(text);
  const [dots, commas] = [number.split(".").length - 1, number.split(",").length - 1];
  if (dots > 0 && commas > 0) return number.lastIndexOf(".") > number.lastIndexOf(",") ? ["."] : [","];
  if (dots + commas === 0) return [".", ","];
  if (dots + commas > 1) return dots > 1 ? [","] : ["."];
  const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  if (isGroup) return [".", ","];
  return dots === 1 ? ["."] : [","];
}

/** Whether the decimal sign changes the number: `1,234`. */
export const isAmbiguous = (text: string): boolean =>
  /[.,]/.test(text) && decimalSignsOf(text).length > 1 && /[.,]/.test(numberIn(text));

/** Reads `1,412.50`, `1.412,50`, `1 412,50`, `€ 395.20`, `395.2 EUR`, `(80.00)`. Undefined for any other text. */
export function readNumber(text: string, sign: DecimalSign): ReadNumber | undefined {
  const match = partsOf(text);
  if (!match) return undefined;
  const [, before = "", prefix, minus = "", number = "", suffix, after = ""] = match;
  const minuses = [before, minus, after].filter((sign) => sign !== "" && sign !== ")").length;
  if ((before === "(") !== (after === ")") || (prefix && suffix) || minuses > 1) return undefined;
  const group = sign === "." ? "," : ".";
  const [whole = "", fraction, ...more] = number.replace(groupMarks, group).split(sign);
  if (more.length > 0 || fraction?.includes(group) || !isGrouped(whole, group)) return undefined;
  const currencies = currenciesOf(prefix ?? suffix);
  if (currencies === null) return undefined;
  const digits = `${minuses > 0 ? "-" : ""}${whole.replaceAll(group, "") || "0"}${fraction ? `.${fraction}` : ""}`;
  return { digits, currencies };
}

/** Groups of three digits, or as in India: `12,34,567`. */
function isGrouped(whole: string, group: string): boolean {
  const [first = "", ...groups] = whole.split(group);
  if (groups.length === 0) return /^\d*$/.test(first);
  const last = groups.pop() ?? "";
  const size = groups.length > 0 && groups.every((part) => part.length === 2) ? 2 : 3;
  return (
    /^\d+$/.test(first) &&
    first.length <= size &&
    /^\d{3}$/.test(last) &&
    groups.every((part) => /^\d+$/.test(part) && part.length === size)
  );
}

/** Null for an unknown sign. */
function currenciesOf(text: string | undefined): readonly string[] | undefined | null {
  if (text === undefined) return undefined;
  const known = signs[text.toLowerCase()];
  if (known) return known;
  return /^[A-Za-z]{3}$/.test(text) ? [text.toUpperCase()] : null;
}
