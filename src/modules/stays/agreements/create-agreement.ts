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

/** Makes an agreement of a rental, which from then on shows this one. */
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

/** Who sees the inside of a booking, as far as it is theirs: others would make what they cannot read. */
const insiders = ["bookings_read", "bookings_write", "bookings_write_owned"] as const;

/**
 * Makes an agreement of a booking.
 * @throws RequestError 403 when the booking is a mirror, locked by another application, or seen from the outside only
 */
export async function createAgreementOfBooking(
  context: WriteContext,
  { id }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  if (!mayAny(context.caller.scopes, insiders)) throw insufficientScope("Seeing the inside of the booking", insiders);
  await assertNoMirror(context, id);
  await assertBookingUnlocked(context, id);
  await assertGuestNotErased(context, id, "body", errors);
  errors.throwIfAny();
  await touchRecords(context, "bookings", [id]);
  return insertRecord(context, draft, { booking_id: id });
}
