import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { conversation } from "./conversation.ts";
import { authorOf } from "./messages/author.ts";

const { closed, marked_as_spam } = conversation.attributes;

/** Creates a conversation without participants. @returns its id @throws RequestError 422 */
export async function createConversation(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  errors.throwIfAny();
  const none = { closed_at: null, marked_as_spam_at: null };
  return insertRecord(context, draft, { ...authorOf(context), ...marks(context, draft, none) });
}

/** Assigns, closes or reopens a conversation, or changes its spam mark (service.md, Inbox). Other attributes are ignored. */
export async function updateConversation(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  const row = await context.transaction.row<{ closed_at: number | null; marked_as_spam_at: number | null }>(
    "select closed_at, marked_as_spam_at from conversations where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (!row) throw new Error(`Locked conversation ${id} not found.`);
  await updateRecord(context, id, draft, marks(context, draft, row));
}

/** The columns that the draft's flags change. A conversation that is already closed keeps its time. */
function marks(
  { now }: WriteContext,
  draft: Draft,
  stored: { readonly closed_at: number | null; readonly marked_as_spam_at: number | null },
): ServerSetColumns {
  const columns: Record<string, string | null> = {};
  const pairs = [["closed_at", closed] as const, ["marked_as_spam_at", marked_as_spam] as const];
  for (const [column, attribute] of pairs) {
    const isSet = draft.input(attribute);
    if (typeof isSet !== "boolean" || isSet === (stored[column] !== null)) continue;
    columns[column] = isSet ? new Date(now).toISOString() : null;
  }
  return columns;
}
