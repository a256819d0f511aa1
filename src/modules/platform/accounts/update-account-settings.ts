import type { WriteContext } from "../../../kernel/write/context.ts";

/** Account columns by name, with SQL values and types. */
export type AccountColumns = ReadonlyMap<string, { readonly value: unknown; readonly type: string }>;

/** Changes columns of the request's account. Column names come from declarations, never from a request. */
export async function updateAccountSettings(
  { transaction, account }: WriteContext,
  columns: AccountColumns,
): Promise<void> {
  if (columns.size === 0) return;
  const set = [...columns].map(([name, { type }], index) => `${name} = $${index + 2}::${type}`);
  await transaction.run(
    `update accounts set ${set.join(", ")}, updated_at = statement_timestamp() where id = $1`,
    [account.id, ...[...columns.values()].map(({ value }) => value)],
    "composed",
  );
}

/** Notes a change of the account's settings that is stored in another table. */
export async function touchAccountSettings({ transaction, account }: WriteContext): Promise<void> {
  await transaction.run("update accounts set updated_at = statement_timestamp() where id = $1", [account.id]);
}
