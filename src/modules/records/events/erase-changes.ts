import type { RecordId } from "../../../kernel/key.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Attributes that are to be erased wherever changes of some records were recorded. */
export interface ErasedAttributes {
  /** The resource's name. */
  readonly resource: string;
  readonly ids: readonly RecordId[];
  /** By the names under which their changes are recorded. */
  readonly attributes: readonly string[];
}

/**
 * Erases what was recorded of attributes, in the feed and in the history, by a function of the database's owner (baseline/03_resources.sql): the
 * application itself adds changes only. Nothing of the account is published until the transaction ends: to be called at its end.
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
