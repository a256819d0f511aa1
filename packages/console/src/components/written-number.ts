import type { Separators } from "./formats.ts";

/** A sign or a short name of a currency: `€`, `CHF`, `kr.`, `R$`. */
const currency = String.raw`(?:\p{L}{1,3}\p{Sc}?\.?|\p{Sc})?`;

const amount = new RegExp(String.raw`^([-−–]?)\s*${currency}\s*([-−–]?)(\d[\d.,'’\s]*|[.,]\d+)${currency}$`, "u");

/** Digits, in groups or not. In India, the groups before the last one have two digits. */
const wholeNumber = /^(?:\d*|[1-9]\d{0,2}([.,'’\s])(?:\d{2,3}\1)*\d{3})$/;

/**
 * The number that a text means, as in the API: `1.234,50 €` is `1234.50`. Undefined for other texts, such as `1.2.3`.
 * @param separators the account's, which decide what `1,250` is: where it separates thousands, `12,05` is no number
 */
export function writtenNumber(text: string, separators: Separators): string | undefined {
  const [, minus, otherMinus, written = ""] = amount.exec(text.trim()) ?? [];
  const digits = written.trim();
  const decimal = decimalSignIn(digits, separators);
  const [whole = "", fraction = ""] = decimal === undefined ? [digits] : digits.split(decimal);
  if (digits === "" || !wholeNumber.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  const number = whole.replaceAll(/\D/g, "").replace(/^0+(?=\d)/, "") || "0";
  return `${minus || otherMinus ? "-" : ""}${number}${fraction && `.${fraction}`}`;
}

/** The last sign, if it occurs once and does not separate thousands. */
function decimalSignIn(digits: string, { decimal, group }: Separators): string | undefined {
  const signs = digits.match(/[.,'’\s]/g) ?? [];
  const sign = signs.at(-1) ?? "";
  if (!".,".includes(sign) || signs.filter((one) => one === sign).length !== 1) return undefined;
  const isGroup = signs.length === 1 && sign === group && sign !== decimal;
  return isGroup ? undefined : sign;
}

/**
 * A number as a field shows it; another text as it is.
 * @param number as in the API, such as `1234.5`
 * @param decimals shown even if they are zero
 */
export function shownNumber(number: string, { decimal, group }: Separators, decimals: number): string {
  const [, minus, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(number) ?? [];
  if (minus === undefined) return number;
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  const shown = fraction.replace(/0+$/, "").padEnd(decimals, "0");
  return `${minus}${grouped}${shown && decimal}${shown}`;
}
