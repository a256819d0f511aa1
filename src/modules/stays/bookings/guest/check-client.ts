import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { assertClientNotErased } from "../../clients/guest-data.ts";
import { checkClient as checkDetails } from "../../clients/save-client.ts";
import { booking } from "../booking.ts";
import { partsOfBooking } from "../nested-bodies.ts";

/** Returns the id of a draft's client, if any. */
export function clientOf(draft: Draft): number | undefined {
  const { written } = booking.relations.client;
  const id = written && draft.input(written.attribute);
  return typeof id === "number" ? id : undefined;
}

/** Checks that the booking's client exists and is not erased (bookings.md, Personal data). */
export async function checkClient(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  const { written } = booking.relations.client;
  if (!written || errors.has(written.name) || !draft.changes(written.attribute)) return;
  const id = clientOf(draft);
  if (id !== undefined) await assertClientNotErased(context, id, errors);
}

/** Checks the new guest in a booking's body. */
export async function checkNewClient(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  const guest = draft.one(partsOfBooking.client);
  if (!guest) return;
  if (clientOf(draft) !== undefined) errors.add("client", "cannot be combined with client_id");
  await checkDetails(guest.draft, guest.errors, context);
}
