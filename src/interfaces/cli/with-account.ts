import type { OpenDatabase } from "../../database/open.ts";
import type { Cause } from "../../database/sql/cause.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import { RequestError } from "../../kernel/errors.ts";
import { everyAccount } from "../../modules/platform/accounts/every-account.ts";
import { findAccount } from "../../modules/platform/accounts/find-account.ts";
import { withDatabase } from "./database/with-database.ts";
import type { Terminal } from "./terminal/terminal.ts";

type Database = OpenDatabase["database"];

/** The actor that the audit history records for a command's changes. @param command its words, such as `account change` */
export const commandCause = (command: string): Cause => ({ actor: `Command:${command}` });

/** Finds an account by id or name. @throws RequestError when none or several match */
export const resolveAccount = (database: Database, named: string): Promise<number> =>
  database.transaction((transaction) => findAccount(transaction, named), "read");

/** Finds an account by an optional id or name. */
export const resolveOptionalAccount = (database: Database, named: string | undefined): Promise<number | undefined> =>
  named === undefined ? Promise.resolve(undefined) : resolveAccount(database, named);

/** Takes the account from the argument or from `--account`. @throws RequestError unless exactly one of them is present */
export function requireAccount(argument: string | undefined, option: string | undefined): string {
  const named = argument ?? option;
  if (named === undefined || (argument !== undefined && option !== undefined))
    throw new RequestError("bad_request", "Specify one account, by id or name.");
  return named;
}

/** Changes an account in one transaction, with the command as the recorded actor. */
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

/** Reads within one account, or within all accounts when none is named. */
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
