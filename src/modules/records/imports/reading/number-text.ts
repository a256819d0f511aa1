/** A number in a file: its decimal digits, and the currency that stands beside it. */
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
  kr: ["SEK", "NOK", "DKK", "ISK"],
  "kr.": ["DKK"],
  zł: ["PLN"],
  kč: ["CZK"],
  ft: ["HUF"],
  fr: ["CHF"],
  "fr.": ["CHF"],
  sfr: ["CHF"],
};

const spaces = /[\s\u00a0\u2009\u202f'’]/g;

/** The text's parts: a sign or code before or after, and a number with a minus or in brackets. */
const shape =
  /^(-|−|\()?\s*([^\d\s().,+-]{1,4}\.?|[A-Za-z]{3})?\s*(-|−)?\s*(\d[\d\s\u00a0\u2009\u202f'’.,]*?)\s*([^\d\s().,+-]{1,4}\.?)?\s*(-|−|\))?$/u;

/** How a text may be read: the sign that it shows, or both signs for `1,234`. */
export function decimalSignsOf(text: string): readonly DecimalSign[] {
  const number = (shape.exec(text.trim())?.[4] ?? "").replace(spaces, "");
  const [dots, commas] = [number.split(".").length - 1, number.split(",").length - 1];
  if (dots > 0 && commas > 0) return number.lastIndexOf(".") > number.lastIndexOf(",") ? ["."] : [","];
  if (dots + commas === 0) return [".", ","];
  if (dots + commas > 1) return dots > 1 ? [","] : ["."];
  const isGroup = /^[1-9]\d{0,2}[.,]\d{3}$/.test(number);
  if (isGroup) return [".", ","];
  return dots === 1 ? ["."] : [","];
}

/** Whether the decimal sign changes the number: `1,234`. */
export const isAmbiguous = (text: string): boolean => decimalSignsOf(text).length > 1 && /[.,]/.test(text);

/** Reads `1,412.50`, `1.412,50`, `1 412,50`, `€ 395.20`, `395.2 EUR`, `(80.00)`. Undefined for any other text. */
export function readNumber(text: string, sign: DecimalSign): ReadNumber | undefined {
  const match = shape.exec(text.trim());
  if (!match) return undefined;
  const [, before = "", prefix, minus = "", number = "", suffix, after = ""] = match;
  const minuses = [before, minus, after].filter((sign) => sign !== "" && sign !== ")").length;
  if ((before === "(") !== (after === ")") || (prefix && suffix) || minuses > 1) return undefined;
  const compact = number.replace(spaces, "");
  const group = sign === "." ? "," : ".";
  const [whole = "", fraction, ...more] = compact.split(sign);
  if (more.length > 0 || fraction?.includes(group) || !isGrouped(whole, group)) return undefined;
  const currencies = currenciesOf(prefix ?? suffix);
  if (currencies === null) return undefined;
  const digits = `${minuses > 0 ? "-" : ""}${whole.replaceAll(group, "")}${fraction ? `.${fraction}` : ""}`;
  return { digits, currencies };
}

function isGrouped(whole: string, group: string): boolean {
  const [first = "", ...groups] = whole.split(group);
  return (
    /^\d+$/.test(first) && groups.every((part) => /^\d{3}$/.test(part)) && (groups.length === 0 || first.length < 4)
  );
}

/** Null for an unknown sign. */
function currenciesOf(text: string | undefined): readonly string[] | undefined | null {
  if (text === undefined) return undefined;
  const known = signs[text.toLowerCase()];
  if (known) return known;
  return /^[A-Za-z]{3}$/.test(text) ? [text.toUpperCase()] : null;
}
