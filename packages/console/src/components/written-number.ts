import type { Separators } from "./formats.ts";

/** A sign or a short name of a currency: `€`, `CHF`, `kr.`, `R$`. */
const currency = String.raw`(?:\p{L}{1,3}\p{Sc}?\.?|\p{Sc})?`;

const amount = new RegExp(String.raw`^([-−–]?)\s*${currency}\s*([-−–]?)(\d[\d.,'’\s]*|[.,]\d+)${currency}$`, "u");

/** Digits, in groups or not. In India, the groups before the last one have two digits. */
const wholeNumber = /^(?:\d*|[1-9]\d{0,2}([.,'’\s])(?:\d{2,3}\1)*\d{3})$/;

/**
 * The number that a text means, as in the API: `1.234,50 €` is `1234.50`. Undefined for other texts, such as `1.2.3`.
 * @param separators the account's, which decide what `1,250` is
 */
export function writtenNumber(text: string, separators: Separators): string | undefined {
  const [, minus, otherMinus, written = ""] = amount.exec(text.trim()) ?? [];
  const digits = written.trim();
  const decimal = decimalSignIn(digits, separators);
  const [whole = "", fraction = ""] = decimal === undefined ? [digits] : digits.split(decimal);
  if (digits === "" || !wholeNumber.test(whole) || !/^\d*$/.test(fraction)) return undefined;
  return `${minus || otherMinus ? "-" : ""}${whole.replaceAll(/\D/g, "") || "0"}${fraction && `.${fraction}`}`;
}

/** The last sign, if it occurs once and does not separate thousands. */
function decimalSignIn(digits: string, { decimal, group }: Separators): string | undefined {
  const signs = digits.match(/[.,]/g) ?? [];
  const sign = signs.at(-1);
  if (signs.filter((one) => one === sign).length !== 1) return undefined;
  const isGroup = signs.length === 1 && sign === group && sign !== decimal && wholeNumber.test(digits);
  return isGroup ? undefined : sign;
}
