import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Characters of a source's name. */
const longest = 50;

/**
 * Makes a source that the service itself keeps, such as that of an imported calendar. When another one has the name, it gets a number
 * behind it. @returns its id
 */
export async function makeOwnSource({ transaction, account }: AccountTransaction, name: string): Promise<number> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : ` ${number}`;
    const row = await transaction.row<{ id: number }>(
      `insert into sources (account_id, name, internal) values ($1, $2, true)
       on conflict (account_id, lower(name)) do nothing returning id`,
      [account.id, `${name.slice(0, longest - suffix.length)}${suffix}`],
    );
    if (row) return row.id;
  }
}
