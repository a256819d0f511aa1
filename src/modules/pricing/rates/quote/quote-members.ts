import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import type { QuotedTax, StayPrice } from "../../../../core/pricing/quote.ts";
import type { StayRefusal } from "../../../../core/pricing/restrictions.ts";
import type { PricedRental } from "../books/rate-books.ts";
import { linesJson } from "./price-lines.ts";

/** The shown parts of a stay's price; amounts in hundredths. */
export type ShownPrice = Omit<StayPrice, "beforeSpecialOffers">;

/** The ways in which other bookings block a stay: they hold its nights, or leave too few preparation days. */
export type InTheWay = "nights_taken" | "preparation_days";

/** The result for a stay in one rental. */
export interface Offer {
  /** Undefined if its nights are free. */
  readonly inTheWay: InTheWay | undefined;
  readonly refusals: readonly StayRefusal[];
  /** In the currency of the response; undefined if the stay has no price. */
  readonly price: ShownPrice | undefined;
  readonly priced: PricedRental;
}

/** JSON texts by member name. */
export type Members = ReadonlyMap<string, string>;

/** The JSON type of amounts: numbers in searches, as in the catalogue; strings everywhere else. */
type AmountForm = "number" | "string";

/** The price members of a stay. All are null without an offer, as in a search without dates. */
export function membersOf(offer: Offer | undefined, form: AmountForm = "number"): Members {
  const price = offer?.price;
  const quote = form === "string" ? '"' : "";
  const money = (amount: number | undefined): string =>
    amount === undefined ? "null" : quote + formatHundredths(amount) + quote;
  return new Map([
    ["initial_price", money(price?.rentalPrice)],
    ["final_price", money(price?.finalPrice)],
    ["price_to_pay_now", money(price?.payNow)],
    ["price_to_pay_now_with_damage_deposit", money(price?.payNowWithDamageDeposit)],
    ["available", offer ? String(isAvailable(offer)) : "null"],
    ["refusals", offer ? refusalsJson(offer) : "null"],
    ["taxes", offer && price ? taxSumsJson(price, offer.priced) : "null"],
    ["price_details", offer && price ? detailsJson(price, offer.priced) : "null"],
  ]);
}

/** Whether the stay can be booked: its nights are free, nothing refuses it, and it has a price. */
export function isAvailable({ inTheWay, refusals, price }: Omit<Offer, "priced">): boolean {
  return inTheWay === undefined && refusals.length === 0 && price !== undefined;
}

/** Appends members to a record, filtered by `fields`. */
export function withMembers(record: string, members: Members, fields: ReadonlySet<string> | undefined): string {
  let text = "";
  for (const [name, json] of members) if (fields?.has(name) ?? true) text += `,"${name}":${json}`;
  return record === "{}" ? `{${text.slice(1)}}` : `${record.slice(0, -1)}${text}}`;
}

/** The reasons why a stay cannot be booked, other bookings first. Refusals without a rule have no rates_rule_id. */
function refusalsJson({ inTheWay, refusals }: Offer): string {
  const all = refusals.map((refusal) => ({ kind: refusal.kind, rates_rule_id: refusal.rule, ...limitOf(refusal) }));
  return JSON.stringify(inTheWay === undefined ? all : [{ kind: inTheWay, rates_rule_id: null }, ...all]);
}

function limitOf(refusal: StayRefusal): object {
  if (refusal.kind === "minimum_stay") return { nights: refusal.nights };
  if ("override" in refusal) return { rate_override_id: refusal.override };
  if (refusal.kind === "sleeps_max") return { guests: refusal.guests };
  if (refusal.kind === "no_exchange_rate") return { from_currency: refusal.from, to_currency: refusal.to };
  return refusal.kind === "no_rate" ? { night: formatDay(refusal.night) } : {};
}

function detailsJson(price: ShownPrice, { id, book, feeNames, taxNames }: PricedRental): string {
  const fees = price.fees.map((line) => {
    const kind = book.fees.find((fee) => fee.id === line.id)?.rateKind ?? "fixed";
    return (
      `{"id":${line.fee},"rentals_fee_id":${line.id},"name":${feeNames.get(line.fee) ?? "{}"},"required":true,` +
      `"rate_kind":"${kind}","price":"${formatHundredths(line.unitPrice)}","quantity":${line.quantity},` +
      `"amount":"${formatHundredths(line.amount)}"}`
    );
  });
  const feeOf = new Map(price.fees.map((line) => [line.id, line.fee]));
  const taxes = price.taxes.map((line) => {
    const taxable =
      line.rentalsFee === null
        ? `"taxable_type":"Rental","taxable_id":${id}`
        : `"taxable_type":"Fee","taxable_id":${feeOf.get(line.rentalsFee)}`;
    return `{${taxJson(line, line.amount, taxNames)},${taxable},"included":${line.included}}`;
  });
  const rental = linesJson(price.lines, book.currency);
  return `{"rental":${rental},"fees":[${fees.join(",")}],"taxes":[${taxes.join(",")}]}`;
}

/** The total of each tax on the rental and its fees. */
function taxSumsJson(price: ShownPrice, { taxNames }: PricedRental): string {
  const sums = new Map<number, { line: QuotedTax; amount: number }>();
  for (const line of price.taxes) {
    sums.set(line.id, { line, amount: (sums.get(line.id)?.amount ?? 0) + line.amount });
  }
  return `[${[...sums.values()].map(({ line, amount }) => `{${taxJson(line, amount, taxNames)}}`).join(",")}]`;
}

function taxJson({ id, percentage }: QuotedTax, amount: number, names: PricedRental["taxNames"]): string {
  return (
    `"tax_id":${id},"name":${names.get(id) ?? "{}"},` +
    `"percentage":"${formatHundredths(percentage)}","amount":"${formatHundredths(amount)}"`
  );
}
