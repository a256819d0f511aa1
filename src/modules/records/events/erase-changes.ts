import type { RecordId } from "../../../kernel/key.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Attributes to erase from all recorded changes of some records. */
export interface ErasedAttributes {
  /** The resource's name. */
  readonly resource: string;
  readonly ids: readonly RecordId[];
  /** The names under which changes are recorded. */
  readonly attributes: readonly string[];
}

/**
 * Erases attributes from the feed and the history. A database function does it (baseline/03_resources.sql), as the application may only insert.
 * It blocks publishing for the account until the transaction ends, so call it last.
 */
export async function eraseChanges(
  { transaction, account }: AccountTransaction,
  erased: ErasedAttributes,
): Promise<void> {
  const { resource, ids, attributes } = erased;
  if (ids.length === 0 || attributes.length === 0) return;
  await transaction.run("select erase_changes($1, $2, $3, $4)", [
    account.id,
    resource,
    ids.map(String),
    [...attributes],
  ]);
}
