import { type ChosenExtra, discountedPrice, priceWithExtras } from "../../../../core/pricing/extras.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { type EligibleCode, eligibleCode } from "../../../pricing/discounts/use-discount-code.ts";
import { type LiveQuote, quoteLive } from "../../../pricing/rates/quote/live-quote.ts";
import { checkAgreed } from "../bill/agreed-prices.ts";
import { booking } from "../booking.ts";
import { expireFreeHolds } from "../expire-holds.ts";
import { addConflicts } from "../nights/nights.ts";
import { preparationOf } from "../nights/preparation.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";
import { type CreationChecks, readChecks } from "./creation-checks.ts";

const { adults, children } = booking.attributes;

/** A stay in a locked rental, with the guest's extras. */
export interface SoldStay {
  readonly rental: RentalTerms;
  readonly stay: Stay;
  readonly extras: readonly ChosenExtra[];
}

/** A quote with the discount and the extras. */
export interface SoldQuote {
  readonly quoted: LiveQuote;
  /** Before the discount, in hundredths. */
  readonly initialPrice: number | null;
  readonly code: EligibleCode | undefined;
  readonly checks: CreationChecks;
}

/** Quotes a strict booking's stay, and adds an error for each difference from the body, each taken night and a refused code. */
export async function quoteFreeNights(
  context: WriteContext,
  draft: Draft,
  {
    rental,
    stay,
    mirroredIn,
    extras,
    discountCode,
  }: SoldStay & {
    readonly mirroredIn: readonly number[];
    readonly discountCode: string | undefined;
  },
  errors: ValidationErrors,
): Promise<SoldQuote> {
  const { arrival, departure } = stay;
  const guests = { adults: draft.input(adults) ?? null, children: draft.input(children) ?? null };
  if (guests.adults === 0 || (guests.adults === null && guests.children)) errors.add("adults", "must be at least 1");
  const nights = { rental: rental.id, linked: mirroredIn, stay, preparation: preparationOf(rental) };
  const checks = await readChecks(context, rental.id, nights);
  addConflicts(checks.inTheWay, rental.id, errors);
  const { version } = checks;
  const quote = await quoteLive(context, rental.id, { arrival, departure, ...guests, version });
  if (!quote) throw new Error("The locked rental has no quote.");
  const initialPrice = quote.price?.rentalPrice ?? null;
  const { currency } = rental;
  const use = { rental: rental.id, currency, nights: departure - arrival, rentalPriceUnder: () => initialPrice };
  const code =
    discountCode === undefined ? undefined : await eligibleCode(context, discountCode, use, expireFreeHolds, errors);
  const discounted = quote.price && code ? discountedPrice(quote, quote.price, code.discount) : quote.price;
  const price = discounted && priceWithExtras(quote, discounted, extras);
  if (quote.price && !price) errors.add("base", "an extra is not one of the rental's fees");
  const quoted = { ...quote, price };
  checkAgreed(draft, currency, quoted, errors);
  return { quoted, initialPrice, code, checks };
}
