import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft, Element } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { correctGuest } from "../../clients/identity/correct-guest.ts";
import { clientOfGuest } from "../../clients/identity/save-guest.ts";
import { checkClient as checkDetails } from "../../clients/save-client.ts";
import { booking } from "../booking.ts";
import { changedParts } from "../nested-bodies.ts";
import { clientOf } from "./check-client.ts";

/**
 * Corrects the guest in a changed booking's body (bookings.md, Who a guest is): a booking keeps its guest. A booking without one gets them.
 * @returns the column of a booking that had no guest
 */
export async function changeGuest(
  context: WriteContext,
  rental: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<ServerSetColumns> {
  const guest = draft.one(changedParts.client);
  if (!guest) return {};
  const stored = storedClient(draft);
  const isReplaced = clientOf(draft) !== undefined && clientOf(draft) !== stored;
  const isEcho = guest.id !== undefined && (guest.id !== stored || isReplaced);
  if (isEcho) return {};
  if (isReplaced) errors.add("client", "cannot be combined with another client_id");
  else if (stored !== undefined) await correctGuest(context, stored, guest);
  else return newGuest(context, rental, guest);
  return {};
}

/** Drops the texts and the answers that rules planned for the former guest of a changed booking, but not those for a merged guest. */
export async function dropActionsForGuest(
  { transaction, account }: WriteContext,
  id: number,
  draft: Draft,
): Promise<void> {
  const { reference } = booking.relations.client;
  if (!draft.changes(reference) || storedClient(draft) === undefined) return;
  await transaction.run("select drop_texts_for_guest($1, $2), end_answers_to_guest($1, $2)", [account.id, id]);
}

async function newGuest(context: WriteContext, rental: number, guest: Element): Promise<ServerSetColumns> {
  await checkDetails(guest.draft, guest.errors, context);
  return guest.errors.isEmpty ? { client_id: await clientOfGuest(context, guest.draft, { rental }) } : {};
}

function storedClient(draft: Draft): number | undefined {
  const id = draft.stored(booking.relations.client.reference);
  return typeof id === "number" ? id : undefined;
}
