import type { OpenDatabase } from "../../database/open.ts";
import type { Cause } from "../../database/sql/cause.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import { RequestError } from "../../kernel/errors.ts";
import { everyAccount } from "../../modules/platform/accounts/every-account.ts";
import { findAccount } from "../../modules/platform/accounts/find-account.ts";
import { withDatabase } from "./database/with-database.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Database = OpenDatabase["database"];

/** Whom the history of an account names for what a command changes. @param command its words, such as `account change` */
export const commandCause = (command: string): Cause => ({ actor: `Command:${command}` });

/** The account that is named on the command line, by its id or its name. @throws RequestError when it is none, or several */
export const resolveAccount = (database: Database, named: string): Promise<number> =>
  database.transaction((transaction) => findAccount(transaction, named), "read");

/** The same of an option that may be left out. */
export const resolveOptionalAccount = (database: Database, named: string | undefined): Promise<number | undefined> =>
  named === undefined ? Promise.resolve(undefined) : resolveAccount(database, named);

/** The account that a command is about, which may stand alone or behind `--account`. @throws RequestError without it, or with both */
export function requireAccount(alone: string | undefined, option: string | undefined): string {
  const named = alone ?? option;
  if (named === undefined || (alone !== undefined && option !== undefined))
    throw new RequestError("bad_request", "Name one account: its id or its name.");
  return named;
}

/** Changes an account that is named, in one transaction on it, with the command as the cause. */
export function changeAccount<T>(
  terminal: Terminal,
  { account: named, command }: { readonly account: string; readonly command: string },
  work: (transaction: Transaction, account: number) => Promise<T>,
): Promise<T> {
  return withDatabase(terminal, async ({ database }) => {
    const account = await resolveAccount(database, named);
    return database.within([account], commandCause(command)).transaction((transaction) => work(transaction, account));
  });
}

/** Reads in the scope of the account that is named, or of all of them where none is. */
export async function readAccounts<T>(
  database: Database,
  named: string | undefined,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await transaction.enter(
      named === undefined ? await everyAccount(transaction) : [await findAccount(transaction, named)],
    );
    return work(transaction);
  }, "read");
}
