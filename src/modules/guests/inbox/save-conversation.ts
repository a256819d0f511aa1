import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { conversation } from "./conversation.ts";
import { authorOf } from "./messages/author.ts";

const { closed, marked_as_spam } = conversation.attributes;

/** Begins a conversation in which nobody takes part yet. @returns its id @throws RequestError 422 */
export async function createConversation(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  errors.throwIfAny();
  const none = { closed_at: null, marked_as_spam_at: null };
  return insertRecord(context, draft, { ...authorOf(context), ...marks(context, draft, none) });
}

/** Assigns, closes or opens a conversation, or says whether it is spam (service.md, Inbox); whatever else is given is ignored. */
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
  if (!row) throw new Error(`There is no conversation ${id}, which was locked just now.`);
  await updateRecord(context, id, draft, marks(context, draft, row));
}

/** The times that the draft's answers change: what is closed already keeps its time. */
function marks(
  { now }: WriteContext,
  draft: Draft,
  stored: { readonly closed_at: number | null; readonly marked_as_spam_at: number | null },
): ServerSetColumns {
  const columns: Record<string, string | null> = {};
  const pairs = [["closed_at", closed] as const, ["marked_as_spam_at", marked_as_spam] as const];
  for (const [column, attribute] of pairs) {
    const wanted = draft.given(attribute);
    if (typeof wanted !== "boolean" || wanted === (stored[column] !== null)) continue;
    columns[column] = wanted ? new Date(now).toISOString() : null;
  }
  return columns;
}
