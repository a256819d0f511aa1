import { unitPriceFor } from "../../../core/pricing/bill.ts";
import { type ChosenExtra, unitsOfExtra } from "../../../core/pricing/extras.ts";
import type { FeeRateKind } from "../../../core/pricing/fee-rate-kinds.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import type { LiveQuote } from "../../pricing/rates/quote/live-quote.ts";
import { readStoredExtras, type StoredExtra, type StoredExtrasRequest } from "./stored-extras.ts";

/** A public fee that a guest may add to a stay. */
export interface OfferedExtra {
  /** The rentals fee. */
  readonly id: number;
  /** By locale. */
  readonly name: Translations;
  readonly headline: Translations;
  readonly rateKind: FeeRateKind;
  /** Hundredths of the rental's currency. */
  readonly unitPrice: number;
  /** The quantities to choose from, without zero. */
  readonly units: readonly number[];
  /** The chosen quantity; zero if the guest does not want it. */
  readonly chosen: number;
}

/** A stay's extras. */
export interface SiteExtras {
  readonly offered: readonly OfferedExtra[];
  /** The names of extras that the guest wants and cannot have in that quantity: sold out, or past their cut-off. */
  readonly missing: readonly Translations[];
}

/**
 * The optional fees that guests may book themselves with a quoted stay, in the order of their ids. An extra is offered while units are in
 * stock and until its cut-off.
 * @param requested quantities by rentals fee, as the guest's form names them; an unknown extra counts as none
 */
export async function siteExtras(
  request: StoredExtrasRequest,
  quoted: LiveQuote,
  requested: ReadonlyMap<number, number>,
): Promise<SiteExtras> {
  const stored = await readStoredExtras(request);
  const all = stored.flatMap((extra) => offeredExtra(extra, quoted, requested.get(extra.id) ?? 0) ?? []);
  return {
    offered: all.filter(({ units }) => units.length > 0),
    missing: all.filter(({ id, chosen }) => requested.has(id) && chosen === 0).map(({ name }) => name),
  };
}

/** @returns undefined for a fee without a price for the stay */
function offeredExtra(
  { id, name, headline, left }: StoredExtra,
  { book, stay, price }: LiveQuote,
  requested: number,
): OfferedExtra | undefined {
  const fee = book.fees.find((known) => known.id === id);
  const unitPrice = unitPriceFor(book, stay, price?.rentalPrice ?? null, id);
  if (!fee || unitPrice === undefined) return undefined;
  const units = unitsOfExtra(fee, stay).filter((quantity) => quantity <= left);
  // A fee of all persons or nights has one quantity, which changes with the stay.
  const [only = 0] = fee.rateKind === "fixed" ? units.filter((quantity) => quantity === requested) : units;
  return { id, name, headline, rateKind: fee.rateKind, unitPrice, units, chosen: requested > 0 ? only : 0 };
}

/** The chosen ones. */
export const chosenExtras = ({ offered }: SiteExtras): readonly ChosenExtra[] =>
  offered.filter(({ chosen }) => chosen > 0).map(({ id, chosen }) => ({ rentalsFee: id, quantity: chosen }));
