import { mayAny } from "../../../kernel/access/scopes.ts";
import { insufficientScope, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, touchRecords } from "../../../kernel/write/store.ts";
import { touchRentals } from "../../property/rentals/touch-rental.ts";
import { assertGuestNotErased } from "../bookings/guest/erased-guest.ts";
import { assertBookingUnlocked } from "../bookings/nights/booking-lock.ts";
import { assertNoMirror } from "../bookings/nights/mirrors.ts";

/** Creates a rental's agreement, which replaces its earlier one. */
export async function createAgreementOfRental(
  context: WriteContext,
  { id }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  errors.throwIfAny();
  await touchRentals(context, [id]);
  return insertRecord(context, draft, { rental_id: id });
}

/** Scopes that read a booking's details. Without one the caller could not read the new agreement. */
const bookingReaders = ["bookings_read", "bookings_write", "bookings_write_owned"] as const;

/**
 * Creates a booking's agreement.
 * @throws RequestError 403 for a mirror, another application's lock, or a token that cannot read the booking's details
 */
export async function createAgreementOfBooking(
  context: WriteContext,
  { id }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  if (!mayAny(context.caller.scopes, bookingReaders))
    throw insufficientScope("Reading the booking's details", bookingReaders);
  await assertNoMirror(context, id);
  await assertBookingUnlocked(context, id);
  await assertGuestNotErased(context, id, "body", errors);
  errors.throwIfAny();
  await touchRecords(context, "bookings", [id]);
  return insertRecord(context, draft, { booking_id: id });
}
