import type { AccountTransaction } from "../../../kernel/write/context.ts";

const maxNameLength = 50;

/**
 * Creates an internal source, such as an imported calendar's. Appends a number if the name is taken.
 * @returns its id
 */
export async function makeOwnSource({ transaction, account }: AccountTransaction, name: string): Promise<number> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : ` ${number}`;
    const row = await transaction.row<{ id: number }>(
      `insert into sources (account_id, name, internal) values ($1, $2, true)
       on conflict (account_id, lower(name)) do nothing returning id`,
      [account.id, `${name.slice(0, maxNameLength - suffix.length)}${suffix}`],
    );
    if (row) return row.id;
  }
}
