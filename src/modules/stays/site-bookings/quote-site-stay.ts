import { dayOfInstant, instantOnDay } from "../../../core/day.ts";
import { discountedPrice, priceWithExtras } from "../../../core/pricing/extras.ts";
import type { StayPrice } from "../../../core/pricing/quote.ts";
import type { StayRefusal } from "../../../core/pricing/restrictions.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { ApplicationCache } from "../../../kernel/application-cache.ts";
import type { CodeRefusal } from "../../pricing/discounts/code-refusals.ts";
import { type QuotedCode, quoteDiscountCode } from "../../pricing/discounts/quote-discount-code.ts";
import { policyInForce } from "../../pricing/policies/copy-policy.ts";
import { type LiveQuote, quoteLive } from "../../pricing/rates/quote/live-quote.ts";
import { bookingsHolding, isLive } from "../../property/occupancy/held-nights.ts";
import { staysClosing } from "../../property/occupancy/preparation.ts";
import { exchangeBetween } from "../../reference/exchange/exchange-rate.ts";
import { exchangedAmount } from "../../reference/exchange/exchanged-amount.ts";
import { balanceDueAt } from "../bookings/bill/booking-money.ts";
import { type Penalties, penaltiesFrom } from "../bookings/guest/penalties.ts";
import { type Nights, ownBookings, ownHolds, ownHoldsValues } from "./own-holds.ts";
import { readSiteCaller } from "./site-context.ts";
import { chosenExtras, type SiteExtras, siteExtras } from "./site-extras.ts";
import { readSiteRental, type SiteRental } from "./site-rental.ts";

/** A stay that a guest asks for: epoch days, guests, the quantities of extras by rentals fee, and a discount code. */
export interface RequestedStay {
  readonly arrival: number;
  readonly departure: number;
  readonly adults: number;
  readonly children: number;
  readonly extras: ReadonlyMap<number, number>;
  readonly code?: string | undefined;
  /** The currency in which the guest also wants to see the total. */
  readonly currency?: string | undefined;
}

/** The context of a quote on a site. `now` in epoch milliseconds. */
export interface SiteQuoteContext {
  readonly transaction: Transaction;
  readonly account: number;
  readonly cache: ApplicationCache;
  readonly now: number;
  /** The guest's browser: the nights that it holds itself count as free. Null without a visit. */
  readonly visitor: Buffer | null;
}

/** A stay's price as a guest sees it. Amounts in hundredths of the rental's currency, days as epoch days. */
export interface SiteQuote {
  readonly rental: SiteRental;
  readonly stay: RequestedStay;
  /** Other bookings hold its nights, or are too near. */
  readonly isTaken: boolean;
  readonly refusals: readonly StayRefusal[];
  /** With the chosen extras; undefined without a price. */
  readonly price: StayPrice | undefined;
  /** The part of the price that is paid when booking, as the payment page takes it. */
  readonly dueNow: number;
  /** The day on which the rest is due: an epoch day on the rental's calendar. */
  readonly balanceDay: number;
  readonly extras: SiteExtras;
  /** The discount code's reduction of the rental price, or the reason for none. Undefined without a code. */
  readonly code: { readonly reduction: number } | { readonly refusal: CodeRefusal } | undefined;
  readonly penalties: Penalties;
  /** The total in the guest's own currency, for information; undefined without an exchange rate. */
  readonly about: { readonly currency: string; readonly total: number } | undefined;
  readonly quoted: LiveQuote;
}

/** The price of a stay whose nights are free and that the rules allow, in hundredths; undefined for another. */
export const freePrice = ({ isTaken, refusals, price }: SiteQuote): number | undefined =>
  isTaken || refusals.length > 0 ? undefined : price?.finalPrice;

/** Whether a guest can book the stay at a price now. */
export const isBookable = (quote: SiteQuote): boolean => (freePrice(quote) ?? 0) > 0 && quote.rental.takesPayments;

/**
 * Quotes a stay for a site's guest, as a strict booking checks it (pricing.md §6).
 * @returns undefined for a rental that is unknown, deleted or not on the site
 */
export async function quoteSiteStay(
  context: SiteQuoteContext,
  rentalId: number,
  requested: RequestedStay,
): Promise<SiteQuote | undefined> {
  const { transaction, account, cache, visitor, now } = context;
  const rental = await readSiteRental(transaction, account, rentalId);
  if (!rental) return undefined;
  const { arrival, departure, adults, children } = requested;
  const caller = await readSiteCaller(transaction, account);
  const nights = { rental: rentalId, arrival, departure };
  const own = await transaction.rows<{ id: number }>(ownBookings, ownHoldsValues(account, visitor, nights));
  const except = own.map(({ id }) => id);
  const request = { arrival, departure, adults, children, except };
  const quoted = await quoteLive({ transaction, caller, cache, now }, rentalId, request);
  if (!quoted) return undefined;
  const { price: before } = quoted;
  const code =
    before && (await quotedCode(context, rental, { nights, rentalPrice: before.rentalPrice, except }, requested.code));
  const reduced = code && "discount" in code && before ? discountedPrice(quoted, before, code.discount) : before;
  const [extras, policy, isTaken] = await Promise.all([
    siteExtras(
      { transaction, account, terms: rental.terms, nights, visitor, now },
      { ...quoted, price: reduced },
      requested.extras,
    ),
    policyInForce({ transaction, account: { id: account } }, rentalId),
    areTaken(context, nights),
  ]);
  const price = reduced && priceWithExtras(quoted, reduced, chosenExtras(extras));
  const startAt = instantOnDay(arrival, rental.terms.arrivalTime);
  return {
    rental,
    stay: requested,
    isTaken,
    refusals: quoted.refusals,
    price,
    dueNow: price ? partDueNow(price) : 0,
    balanceDay: dayOfInstant(balanceDueAt(startAt, rental.terms, now)),
    extras,
    code: code && "discount" in code ? { reduction: (before?.rentalPrice ?? 0) - (reduced?.rentalPrice ?? 0) } : code,
    about: price && (await aboutIn(context, price.finalPrice, rental.terms.currency, requested.currency)),
    penalties: penaltiesFrom(policy, arrival, quoted.rentalToday),
    quoted,
  };
}

/** Checks the guest's code. Its uses by this guest's own bookings of these nights do not count. */
async function quotedCode(
  { transaction, account, now }: SiteQuoteContext,
  { terms }: SiteRental,
  {
    nights,
    rentalPrice,
    except,
  }: { readonly nights: Nights; readonly rentalPrice: number; readonly except: readonly number[] },
  text: string | undefined,
): Promise<QuotedCode | undefined> {
  if (text === undefined) return undefined;
  return quoteDiscountCode({ transaction, account: { id: account } }, text, {
    rental: nights.rental,
    currency: terms.currency,
    nights: nights.departure - nights.arrival,
    rentalPrice,
    today: dayIn(terms.timeZone, now),
    ownBookings: except,
  });
}

async function aboutIn(
  { transaction, now }: SiteQuoteContext,
  total: number,
  from: string,
  into: string | undefined,
): Promise<SiteQuote["about"]> {
  if (into === undefined || into === from) return undefined;
  const exchange = await exchangeBetween(transaction, from, into, dayOfInstant(now));
  return exchange && { currency: into, total: exchangedAmount(total, exchange, into) };
}

/** A booking without a promised downpayment is paid whole (promised-downpayment.ts). */
const partDueNow = ({ payNow, finalPrice }: StayPrice): number =>
  payNow > 0 ? Math.min(payNow, finalPrice) : finalPrice;

const dates = {
  arrival: "$4::date",
  departure: "$5::date",
  live: `${isLive} and not bookings.id = any (array(${ownHolds}))`,
};

const taken = `select exists (${bookingsHolding("1", { root: "bookings.account_id = $1 and bookings.rental_id = $3::bigint", ...dates })})
  or exists (${staysClosing("1", {
    rentals: "rentals.account_id = $1 and rentals.id = $3::bigint",
    bookings: "bookings.account_id = $1",
    ...dates,
  })}) as taken`;

/** Whether bookings hold the stay's nights or are too near. A hold that has expired does not. */
async function areTaken({ transaction, account, visitor }: SiteQuoteContext, nights: Nights): Promise<boolean> {
  const row = await transaction.row<{ taken: boolean }>(taken, ownHoldsValues(account, visitor, nights));
  return row?.taken ?? true;
}
