import { violatedConstraint } from "../../../database/sql/errors.ts";
import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { lockConversation, noteRead } from "./conversation-state.ts";
import { participant } from "./participant.ts";

const { member_id, member_type, read } = participant.attributes;

/** What was read was read in the past (the reference, inbox_participants). */
export const checkRead: Check = (draft, errors, { now }) => {
  const given = draft.given(read);
  if (typeof given === "number" && given > now) errors.add("read", "must be in the past");
};

/** Lets a guest or a host take part in a conversation. @returns the new id @throws RequestError 422 for who takes part already */
export async function createParticipant(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const [id, type] = [draft.given(member_id), draft.given(member_type)];
  const wrong = typeof id === "number" && typeof type === "string" ? await wrongWith(context, id, type) : undefined;
  if (wrong !== undefined) errors.add("member_id", wrong);
  errors.throwIfAny();
  const columns = { [type === "Client" ? "client_id" : "host_id"]: id, read_at: readAt(context, draft) ?? null };
  try {
    return await insertRecord(context, draft, columns);
  } catch (error) {
    if (violatedConstraint(error) === "participants_once") throw invalid({ member_id: ["takes part already"] });
    throw error;
  }
}

/** The conversation comes before its participants in the order of locks. */
export async function prepareRead(context: WriteContext, id: number): Promise<void> {
  const row = await context.transaction.row<{ conversation_id: number }>(
    "select conversation_id from participants where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (row) await lockConversation(context, row.conversation_id);
}

/** Notes what a participant has read; what a host has read, the account has. Whatever else is given is ignored (service.md, Inbox). */
export async function updateParticipant(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const at = readAt(context, draft);
  if (at === undefined) return;
  await updateRecord(context, id, draft, { read_at: at });
  await noteRead(context, id);
}

/** What `read` means; undefined where it is not given. */
function readAt({ now }: WriteContext, draft: Draft): string | null | undefined {
  const given = draft.given(read);
  if (given === undefined || given === null) return undefined;
  if (given === false) return null;
  return new Date(given === true ? now : given).toISOString();
}

/** What speaks against somebody who is to take part. A guest is locked against being forgotten until this transaction ends. */
async function wrongWith(
  { transaction, account }: WriteContext,
  id: number,
  type: string,
): Promise<string | undefined> {
  const of = [account.id, id];
  const row = await (type === "Client"
    ? transaction.row<{ forgotten: boolean }>(
        "select forget_me_at is not null as forgotten from clients where account_id = $1 and id = $2 for key share",
        of,
      )
    : transaction.row<{ forgotten: boolean }>(
        "select forget_me_at is not null as forgotten from hosts where account_id = $1 and id = $2 for key share",
        of,
      ));
  if (!row) return "must exist";
  return row.forgotten ? "must be somebody whose personal data was not erased" : undefined;
}
