import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { type LiveQuote, quoteLive } from "../../../pricing/rates/quote/live-quote.ts";
import { draftOfGuest } from "../../clients/guest.ts";
import { guestBody } from "../../clients/guest-body.ts";
import { clientOfGuest } from "../../clients/identity/save-guest.ts";
import { checkAgreed } from "../bill/agreed-prices.ts";
import { type BookingBill, billBooking } from "../bill/bill-booking.ts";
import { engineBook } from "../bill/engine-prices.ts";
import { booking } from "../booking.ts";
import { stateOf } from "../booking-state.ts";
import { isForgottenReference } from "../guest/forgotten-guest.ts";
import { initialLock } from "../nights/booking-lock.ts";
import { type LockedCalendars, lockCalendars } from "../nights/linked-rentals.ts";
import { mirroredRentals } from "../nights/mirrors.ts";
import { addConflicts } from "../nights/nights.ts";
import { preparationOf } from "../nights/preparation.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { type Stay, stayOf } from "../stay.ts";
import { strictBooking } from "../strict-booking.ts";
import { commentsIn, storeBooking } from "./create-booking.ts";
import { type CreationChecks, readChecks } from "./creation-checks.ts";

const { adults, children, external_reference } = booking.attributes;

/**
 * Books a stay at exactly the prices its guest saw (conventions.md, strict_bookings). The nights must be free, the rules must allow
 * the stay, and both prices and the currency must match the live quote, made under the rental's lock.
 *
 * Unspecified: the stay is booked rather than held; without guests it is quoted as in a search (`stayFor`); discount codes do not apply.
 * @throws RequestError 422 with every problem; then neither booking nor client is created
 */
export async function bookStrictly(context: WriteContext, { draft, errors }: ActionRequest): Promise<Outcome> {
  const guestDraft = draft.one(guestBody);
  const guest = guestDraft && (await draftOfGuest(context, guestDraft));
  const isForgotten = await isForgottenReference(context, draft.input(external_reference));
  const calendars = await lockCalendarsIn(context, draft);
  const rental = rentalIn(calendars, draft, errors);
  const stay = rental && stayOf(draft, rental, errors);
  const mirroredIn = stay ? mirroredRentals(context, calendars, { rental, stay, isCanceled: false }) : [];
  const isQuotable = stay && !["start_at", "end_at", "adults", "children"].some((name) => errors.has(name));
  const sold = isQuotable ? await quoteFreeNights(context, draft, { rental, stay, mirroredIn }, errors) : undefined;
  errors.throwIfAny();
  if (!rental || !stay || !sold || !guest) throw new Error("A strict booking without a quote or a guest passed.");

  const bill = await billOf(context, draft, rental, stay, sold.quoted);
  const clientId = isForgotten ? undefined : await clientOfGuest(context, guest, { rental: rental.id });
  const id = await storeBooking(context, draft, {
    id: sold.checks.id,
    rental,
    mirroredIn,
    stay,
    state: stateOf(draft, context.now, errors),
    canceledAt: null,
    locked: initialLock(context.caller),
    bill,
    comments: isForgotten ? [] : commentsIn(draft, errors),
    policy: sold.checks.policy,
    clientId,
  });
  return { shows: booking, id, ...(isForgotten ? { meta: { forgotten_guests: 1 } } : {}) };
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

/** Quotes the stay, and adds an error for each difference from the body and each taken night. */
async function quoteFreeNights(
  context: WriteContext,
  draft: Draft,
  {
    rental,
    stay,
    mirroredIn,
  }: { readonly rental: RentalTerms; readonly stay: Stay; readonly mirroredIn: readonly number[] },
  errors: ValidationErrors,
): Promise<{ readonly quoted: LiveQuote; readonly checks: CreationChecks }> {
  const { arrival, departure } = stay;
  const guests = { adults: draft.input(adults) ?? null, children: draft.input(children) ?? null };
  if (guests.adults === 0 || (guests.adults === null && guests.children)) errors.add("adults", "must be at least 1");
  const nights = { rental: rental.id, linked: mirroredIn, stay, preparation: preparationOf(rental) };
  const checks = await readChecks(context, rental.id, nights);
  addConflicts(checks.inTheWay, rental.id, errors);
  const { version } = checks;
  const quoted = await quoteLive(context, rental.id, { arrival, departure, ...guests, version });
  if (!quoted) throw new Error("The locked rental has no quote.");
  checkAgreed(draft, rental.currency, quoted, errors);
  return { quoted, checks };
}

/** Bills the quote. The same engine computes both, so the totals must agree. */
async function billOf(
  context: WriteContext,
  draft: Draft,
  rental: RentalTerms,
  stay: Stay,
  quoted: LiveQuote,
): Promise<BookingBill> {
  const errors = new ValidationErrors();
  const input = {
    draft,
    rental,
    stay,
    currency: rental.currency,
    isCanceled: false,
    fees: undefined,
    taxes: undefined,
  };
  const engine = { ...engineBook(quoted), quotedPrice: quoted.price?.rentalPrice ?? null };
  const bill = await billBooking(context, input, engine, errors);
  errors.throwIfAny();
  if (bill.money.finalPrice !== quoted.price?.finalPrice) throw new Error("The booking's bill differs from its quote.");
  return bill;
}
