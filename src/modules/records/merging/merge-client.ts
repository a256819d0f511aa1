import { integer } from "../../../kernel/attribute.ts";
import { forbidden, type ValidationErrors } from "../../../kernel/errors.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { Draft } from "../../../kernel/write/input/draft.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { lockRecord } from "../../../kernel/write/lock-record.ts";
import { refuseEnded } from "../../../kernel/write/refuse-ended.ts";
import { lockBookingsOfGuests } from "../../stays/bookings/guest/erase-guest.ts";
import { client } from "../../stays/clients/client.ts";
import { combinedClient } from "../../stays/clients/combined-client.ts";
import { lockGuest } from "../../stays/clients/guest-data.ts";
import type { GuestMove } from "../../stays/clients/guest-move.ts";
import { endMerged, isRestricted, lockClients } from "../../stays/clients/merged-clients.ts";
import { checkClient, updateClient } from "../../stays/clients/save-client.ts";
import { eraseAnswersAbout } from "../privacy/erase-answers.ts";
import { eraseHistoryOf } from "../privacy/erase-history.ts";
import { restrictClient } from "../privacy/restrict.ts";
import { movedTables } from "./moved-tables.ts";

const mergedClientId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  .required()
  .description("The duplicate record, which is merged into this client and then removed.");

/** The client to merge. */
export const mergeBody = jsonBody(
  bodyOf(client, { merged_client_id: mergedClientId }, "is not accepted here: change the client with PUT"),
  { own: true },
);

/** Locks both clients and, first by lock order, their bookings. Missing ones are reported later. */
export async function lockBoth(
  context: WriteContext,
  id: number,
  peek: () => Promise<Draft | undefined>,
): Promise<void> {
  const other = (await peek())?.input(mergedClientId);
  const both = [id, other ?? id];
  await lockBookingsOfGuests(context, both);
  await lockClients(context, both);
}

/**
 * Merges two records of one guest (console.md, Screens; docs/design/personal-data.md): all references move to the kept client.
 * The other client is removed and its personal data erased.
 * @throws RequestError 403 for other applications, 422 for an invalid pair, or if the combined data is too large
 */
export async function mergeClient(
  context: WriteContext,
  kept: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  if (!context.caller.ofAccount) throw forbidden("Only the account's own people can merge clients.");
  await refuseEnded(context, client, kept.id);
  errors.throwIfAny();
  const move = { from: draft.input(mergedClientId) ?? kept.id, to: kept.id };
  await assertMergeable(context, move, errors);
  await copyFrom(context, kept, move.from, errors);
  for (const moved of movedTables) await moved(context, move);
  if (await isRestricted(context, move.from)) await restrictClient(context, kept);
  await endMerged(context, move);
  const erased = [{ resource: client, ids: [move.from] }];
  await eraseAnswersAbout(context, erased);
  await eraseHistoryOf(context, erased);
  return { shows: client, id: kept.id };
}

async function assertMergeable(
  context: WriteContext,
  { from, to }: GuestMove,
  errors: ValidationErrors,
): Promise<void> {
  if (!(await lockGuest(context, to))) errors.add("base", "can't be changed: its personal data was erased");
  if (from === to) errors.add("merged_client_id", "must be another client");
  else if (!(await lockGuest(context, from)))
    errors.add("merged_client_id", "must be a client of the account whose personal data is not erased");
  errors.throwIfAny();
}

/** Copies the other client's values into the kept record, checked like any update. */
async function copyFrom(context: WriteContext, kept: ActedOn, other: number, errors: ValidationErrors): Promise<void> {
  const { defaultLocale, selectedLocales } = context.account;
  const theirs = new Draft(client, new Map(), await lockRecord(context, client, other));
  const combined = combinedClient(kept.stored, theirs, selectedLocales);
  const written = readDraft(client, combined, { defaultLocale }, errors).onto(kept.stored);
  await checkClient(written, errors, context);
  await updateClient(context, kept.id, written, errors);
}
