import { ValidationErrors } from "../../kernel/errors.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { elementOf } from "../../kernel/write/body.ts";
import { readDraft } from "../../kernel/write/read-draft.ts";
import { endRecord, updateRecord } from "../../kernel/write/store.ts";
import type { WriteRequest } from "../../kernel/route.ts";
import { isObject } from "../../kernel/values/structure.ts";
import { booking } from "./booking.ts";
import { assertUnlocked } from "./booking-lock.ts";
import { cancelationWords } from "./nested-bodies.ts";

const words = Object.keys(cancelationWords.attributes);

/**
 * Cancels a booking: its nights are free at once. The body may say why, to the guest and to the channel. Canceling what is canceled
 * changes nothing.
 * @throws RequestError 403 when the booking is locked by another application, 422 for a body that says anything else
 */
export async function cancelBooking(context: WriteContext, id: number, request: WriteRequest): Promise<void> {
  const row = await context.transaction.row<{ locked: string | null; live: boolean }>(
    "select locked, canceled_at is null as live from bookings where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  assertUnlocked(context.caller, row?.locked);
  if (isObject(request.body) && Object.keys(request.body).length > 0) {
    const errors = new ValidationErrors();
    const element = elementOf(booking, request.body);
    for (const name of Object.keys(element))
      if (!words.includes(name)) errors.add(name, "cannot be set by a cancelation");
    const draft = readDraft(
      booking,
      element,
      { defaultLocale: context.account.defaultLocale, stored: new Map() },
      errors,
    );
    errors.throwIfAny();
    if (row?.live) await updateRecord(context, id, draft);
  }
  await endRecord(context, booking, id);
}
