import type { ValidationErrors } from "../../kernel/errors.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import type { Parent } from "../../kernel/write/creates.ts";
import type { Draft } from "../../kernel/write/draft.ts";
import { insertRecord, touchRecords } from "../../kernel/write/store.ts";
import { assertBookingUnlocked } from "../bookings/booking-lock.ts";
import { assertGuestRemembered } from "../bookings/forgotten-guest.ts";
import { touchRentals } from "../rentals/touch-rental.ts";

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

/** Makes an agreement of a booking. @throws RequestError 403 when the booking is locked by another application */
export async function createAgreementOfBooking(
  context: WriteContext,
  { id }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  await assertBookingUnlocked(context, id);
  await assertGuestRemembered(context, id, "body", errors);
  errors.throwIfAny();
  await touchRecords(context, "bookings", [id]);
  return insertRecord(context, draft, { booking_id: id });
}
