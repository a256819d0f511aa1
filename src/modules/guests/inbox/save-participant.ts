import { violatedConstraint } from "../../../database/sql/errors.ts";
import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { lockConversation, noteRead } from "./conversation-state.ts";
import { participant } from "./participant.ts";

const { member_id, member_type, read } = participant.attributes;

/** A time of reading must be in the past (the reference, inbox_participants). */
export const checkRead: Check = (draft, errors, { now }) => {
  const input = draft.input(read);
  if (typeof input === "number" && input > now) errors.add("read", "must be in the past");
};

/** Adds a guest or a host to a conversation. @returns the new id @throws RequestError 422 for one who already takes part */
export async function createParticipant(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const [id, type] = [draft.input(member_id), draft.input(member_type)];
  const problem =
    typeof id === "number" && typeof type === "string" ? await memberProblem(context, id, type) : undefined;
  if (problem !== undefined) errors.add("member_id", problem);
  errors.throwIfAny();
  const columns = { [type === "Client" ? "client_id" : "host_id"]: id, read_at: readAt(context, draft) ?? null };
  try {
    return await insertRecord(context, draft, columns);
  } catch (error) {
    if (violatedConstraint(error) === "participants_once") throw invalid({ member_id: ["already takes part"] });
    throw error;
  }
}

/** Locks the conversation, which comes before its participants in lock order. */
export async function prepareRead(context: WriteContext, id: number): Promise<void> {
  const row = await context.transaction.row<{ conversation_id: number }>(
    "select conversation_id from participants where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (row) await lockConversation(context, row.conversation_id);
}

/** Stores a participant's reading position. A host's reading also marks the conversation. Other attributes are ignored (service.md, Inbox). */
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

/** The time that `read` means; undefined if it was not sent. */
function readAt({ now }: WriteContext, draft: Draft): string | null | undefined {
  const input = draft.input(read);
  if (input === undefined || input === null) return undefined;
  if (input === false) return null;
  return new Date(input === true ? now : input).toISOString();
}

/** The reason why a member can't take part. Locks a guest against erasure until the transaction ends. */
async function memberProblem(
  { transaction, account }: WriteContext,
  id: number,
  type: string,
): Promise<string | undefined> {
  const key = [account.id, id];
  const row = await (type === "Client"
    ? transaction.row<{ forgotten: boolean }>(
        "select forget_me_at is not null as forgotten from clients where account_id = $1 and id = $2 for key share",
        key,
      )
    : transaction.row<{ forgotten: boolean }>(
        "select forget_me_at is not null as forgotten from hosts where account_id = $1 and id = $2 for key share",
        key,
      ));
  if (!row) return "must exist";
  return row.forgotten ? "must be a person whose personal data is not erased" : undefined;
}
