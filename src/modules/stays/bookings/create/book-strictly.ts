import type { ChosenExtra } from "../../../../core/pricing/extras.ts";
import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft, Element } from "../../../../kernel/write/input/draft.ts";
import { readDraft } from "../../../../kernel/write/input/read-draft.ts";
import { draftOfGuest } from "../../clients/guest.ts";
import { guestBody } from "../../clients/guest-body.ts";
import { clientOfGuest } from "../../clients/identity/save-guest.ts";
import { type BookingBill, billBooking } from "../bill/bill-booking.ts";
import { bookingsFee } from "../bill/bookings-fee.ts";
import { engineBook } from "../bill/engine-prices.ts";
import { checkFees } from "../bill/input-fees.ts";
import { booking } from "../booking.ts";
import { stateOf } from "../booking-state.ts";
import { isForgottenReference } from "../guest/forgotten-guest.ts";
import { initialLock } from "../nights/booking-lock.ts";
import { type LockedCalendars, lockCalendars } from "../nights/linked-rentals.ts";
import { mirroredRentals } from "../nights/mirrors.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { stayOf } from "../stay.ts";
import { strictBooking } from "../strict-booking.ts";
import { commentsIn, storeBooking } from "./create-booking.ts";
import { quoteFreeNights, type SoldQuote, type SoldStay } from "./quote-sale.ts";

const { external_reference } = booking.attributes;

/**
 * Books a stay at exactly the prices its guest saw (conventions.md, strict_bookings). The nights must be free, the rules must allow
 * the stay, and both prices and the currency must match the live quote, made under the rental's lock.
 *
 * Unspecified: the stay is booked rather than held; without guests it is quoted as in a search (`stayFor`); channels send no discount codes.
 * @throws RequestError 422 with every problem; then neither booking nor client is created
 */
export async function bookStrictly(context: WriteContext, request: ActionRequest): Promise<Outcome> {
  const calendars = await lockCalendarsIn(context, request.draft);
  const { id, isForgotten } = await sellStrictly(context, request, calendars);
  return { shows: booking, id, ...(isForgotten ? { meta: { forgotten_guests: 1 } } : {}) };
}

/** A strict booking on the account's own booking site. */
export interface StrictSale {
  /** Holds the nights until then (epoch milliseconds) instead of booking them. */
  readonly holdUntil?: number;
  /** Optional fees in addition to the required ones. */
  readonly extras?: readonly ChosenExtra[];
  /** A discount code for the rental price. */
  readonly discountCode?: string | undefined;
  /** The guest is a stranger on the web, not an application's (see `Lookup`). */
  readonly isAnonymous?: boolean;
  /** The guest's language, unless their client has one. */
  readonly locale?: string | undefined;
}

/**
 * The same on calendars that are already locked, for a sale that is held, has extras or a discount code. Its prices include them.
 * @returns the booking's id
 * @throws RequestError 422 with every problem
 */
export async function sellStrictly(
  context: WriteContext,
  { draft, errors }: Pick<ActionRequest, "draft" | "errors">,
  calendars: LockedCalendars,
  sale: StrictSale = {},
): Promise<{ readonly id: number; readonly isForgotten: boolean }> {
  const guestDraft = draft.one(guestBody);
  const guest = guestDraft && (await draftOfGuest(context, guestDraft, sale.locale));
  const isForgotten = await isForgottenReference(context, draft.input(external_reference));
  const rental = rentalIn(calendars, draft, errors);
  const stay = rental && stayOf(draft, rental, errors);
  const mirroredIn = stay ? mirroredRentals(context, calendars, { rental, stay, isCanceled: false }) : [];
  const isQuotable = stay && !["start_at", "end_at", "adults", "children"].some((name) => errors.has(name));
  const { extras = [], discountCode } = sale;
  const sold = isQuotable
    ? await quoteFreeNights(context, draft, { rental, stay, mirroredIn, extras, discountCode }, errors)
    : undefined;
  errors.throwIfAny();
  if (!rental || !stay || !sold || !guest) throw new Error("A strict booking without a quote or a guest passed.");

  const bill = await billOf(context, { draft, rental, stay, extras }, sold);
  const clientId = isForgotten
    ? undefined
    : await clientOfGuest(context, guest, { rental: rental.id, isAnonymous: sale.isAnonymous === true });
  const { holdUntil } = sale;
  const id = await storeBooking(context, draft, {
    id: sold.checks.id,
    rental,
    mirroredIn,
    stay,
    state:
      holdUntil === undefined
        ? stateOf(draft, context.now, errors)
        : { booked: false, unavailable: false, tentativeExpiresAt: holdUntil },
    canceledAt: null,
    locked: initialLock(context.caller),
    bill,
    comments: isForgotten ? [] : commentsIn(draft, errors),
    policy: sold.checks.policy,
    clientId,
  });
  return { id, isForgotten };
}

async function lockCalendarsIn(context: WriteContext, draft: Draft): Promise<LockedCalendars> {
  const id = draft.input(strictBooking.attributes.rental_id);
  return lockCalendars(context, { rentals: typeof id === "number" ? [id] : [] });
}

/** Returns the body's rental; adds an error on `rental_id` if it is unknown, deleted or another account's. */
function rentalIn({ terms }: LockedCalendars, draft: Draft, errors: ValidationErrors): RentalTerms | undefined {
  const id = draft.input(strictBooking.attributes.rental_id);
  if (typeof id !== "number") return undefined;
  const rental = terms.get(id);
  if (!rental) errors.add("rental_id", "must exist");
  return rental;
}

/** Bills the quote. The same engine computes both, so the totals must agree. */
async function billOf(
  context: WriteContext,
  { draft, rental, stay, extras }: SoldStay & { readonly draft: Draft },
  { quoted, initialPrice, code }: SoldQuote,
): Promise<BookingBill> {
  const errors = new ValidationErrors();
  const input = {
    draft,
    rental,
    stay,
    currency: rental.currency,
    isCanceled: false,
    fees: undefined,
    extras: await checkFees(context, rental.id, extras.map(feeOfExtra(context, errors))),
    taxes: undefined,
    code,
  };
  const engine = { ...engineBook(quoted), quotedPrice: initialPrice };
  const bill = await billBooking(context, input, engine, errors);
  errors.throwIfAny();
  if (bill.money.finalPrice !== quoted.price?.finalPrice) throw new Error("The booking's bill differs from its quote.");
  return bill;
}

/** Drafts the booking's fee of an extra, whose price the engine fills in. */
const feeOfExtra =
  ({ account }: WriteContext, errors: ValidationErrors) =>
  ({ rentalsFee, quantity }: ChosenExtra, index: number): Element => {
    const own = errors.within("bookings_fees", index);
    const element = { rentals_fee_id: rentalsFee, times_booked: quantity };
    return {
      draft: readDraft(bookingsFee, element, { defaultLocale: account.defaultLocale }, own),
      errors: own,
      id: undefined,
    };
  };
