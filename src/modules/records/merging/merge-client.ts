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
import { lockBookingsOfGuests } from "../../stays/bookings/guest/forget-guest.ts";
import { client } from "../../stays/clients/client.ts";
import { lockGuest } from "../../stays/clients/guest-data.ts";
import type { GuestMove } from "../../stays/clients/guest-move.ts";
import { endMerged, isRestricted, lockClients } from "../../stays/clients/merged-clients.ts";
import { checkClient, updateClient } from "../../stays/clients/save-client.ts";
import { eraseAnswersAbout } from "../privacy/erase-answers.ts";
import { eraseHistoryOf } from "../privacy/erase-history.ts";
import { restrictClient } from "../privacy/restrict.ts";
import { combinedClient } from "./combined-client.ts";
import { movedTables } from "./moved-tables.ts";

const mergedClientId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
  .required()
  .description("The other record of the same guest, which ends.");

/** Which client ends. */
export const mergeBody = jsonBody(
  bodyOf(client, { merged_client_id: mergedClientId }, "is not known here: change the client with PUT"),
  { own: true },
);

/**
 * Locks the bookings of both clients, which come before clients in the order of locks, and then both clients, against whatever names them. It
 * says nothing of those that are not there.
 */
export async function lockBoth(
  context: WriteContext,
  id: number,
  peek: () => Promise<Draft | undefined>,
): Promise<void> {
  const other = (await peek())?.given(mergedClientId);
  const both = [id, other ?? id];
  await lockBookingsOfGuests(context, both);
  await lockClients(context, both);
}

/**
 * Makes one record of two that are the same guest (console.md, Screens; docs/design/personal-data.md): everything that referred to the
 * other one refers to the client, who takes from it what is not known otherwise. The other one ends, and holds nothing personal any more.
 * @throws RequestError 403 for other people's programs, 422 where there are no two, or what both hold is too much for one
 */
export async function mergeClient(
  context: WriteContext,
  kept: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  if (!context.caller.ofAccount) throw forbidden("Only the account's own people merge clients.");
  await refuseEnded(context, client, kept.id);
  errors.throwIfAny();
  const move = { from: draft.given(mergedClientId) ?? kept.id, to: kept.id };
  await assertTwo(context, move, errors);
  await takeFrom(context, kept, move.from, errors);
  for (const moved of movedTables) await moved(context, move);
  if (await isRestricted(context, move.from)) await restrictClient(context, kept);
  await endMerged(context, move);
  const erased = [{ resource: client, ids: [move.from] }];
  await eraseAnswersAbout(context, erased);
  await eraseHistoryOf(context, erased);
  return { shows: client, id: kept.id };
}

async function assertTwo(context: WriteContext, { from, to }: GuestMove, errors: ValidationErrors): Promise<void> {
  if (!(await lockGuest(context, to))) errors.add("base", "its personal data was erased: nothing is added to it");
  if (from === to) errors.add("merged_client_id", "must be another client");
  else if (!(await lockGuest(context, from)))
    errors.add("merged_client_id", "must be a client of the account whose personal data was not erased");
  errors.throwIfAny();
}

/** Writes into the kept record what it takes from the other one, checked as any change of it is. */
async function takeFrom(context: WriteContext, kept: ActedOn, other: number, errors: ValidationErrors): Promise<void> {
  const { defaultLocale, selectedLocales } = context.account;
  const theirs = new Draft(client, new Map(), await lockRecord(context, client, other));
  const combined = combinedClient(kept.stored, theirs, selectedLocales);
  const written = readDraft(client, combined, { defaultLocale }, errors).onto(kept.stored);
  await checkClient(written, errors, context);
  await updateClient(context, kept.id, written, errors);
}
