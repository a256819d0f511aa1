import type { AccountTransaction } from "../write/context.ts";

/** A change that no attribute of a row records, such as the end of an import. */
interface OwnChange {
  readonly resource: string;
  readonly id: number;
  readonly operation: string;
  /** Attributes before and after, as in other changes. */
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** Publishes a separate change with the transaction (events.md). */
export async function publishChange(
  { transaction, account }: AccountTransaction,
  { resource, id, operation, changes }: OwnChange,
): Promise<void> {
  await transaction.run(
    "insert into change_outbox (account_id, resource, record_id, operation, changes) values ($1, $2, $3, $4, $5)",
    [account.id, resource, String(id), operation, JSON.stringify(changes)],
  );
}
