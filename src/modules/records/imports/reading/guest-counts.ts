import { plainText } from "../../../../core/plain-text.ts";

/** Guests of a stay, as one cell says them. */
export interface GuestCounts {
  readonly adults: string;
  /** Undefined if the cell says nothing of children. */
  readonly children: string | undefined;
}

const adultWord = /^(?:adult|volwassen|erw|pers|people|guest|gast|gaste|gaeste|pax|huesped|ospit|hospede|voyageur)/;
const childWord = /^(?:child|kind|kid|enfant|nino|bambin|crianca)/;

/** Reads `2+1`, `2 adults, 1 child` and `4 Pers.` in the console's languages. Undefined for any other text. */
export function readGuestCounts(text: string): GuestCounts | undefined {
  const match = /^(\d{1,3}) ?(\p{L}*)[.)]?(?:( ?\+ ?|, ?| )(\d{1,3}) ?(\p{L}*)[.)]?)?$/u.exec(plainText(text.trim()));
  if (!match) return undefined;
  const [, adults = "", adult = "", mark = "", children, child = ""] = match;
  if (adult !== "" && !adultWord.test(adult)) return undefined;
  if (children === undefined) return adult === "" ? undefined : { adults, children };
  const isChildren = child === "" ? adult === "" && mark.includes("+") : childWord.test(child);
  return isChildren ? { adults, children } : undefined;
}
