import type { Transaction } from "../../../database/sql/transaction.ts";
import { laneOf } from "../../../kernel/access/caller.ts";
import { inTurns } from "../../../kernel/concurrency/turns.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { type AskedStatement, askedStatement } from "./asked-statement.ts";
import { readStays } from "./read-stays.ts";
import { type CountedStay, statementOf } from "./statement.ts";
import { csvOfStatements } from "./statement-csv.ts";
import { nameOfMonth, type RentalStatement, recordOfStatement } from "./statement-record.ts";

/** What statements are made from, of one moment. */
interface Books {
  readonly rentals: readonly RentalStatement["rental"][];
  readonly stays: ReadonlyMap<number, readonly CountedStay[]>;
}

/**
 * Answers owners' statements: one record for each rental that is named, in the order of their ids, also for one without stays, and for one
 * that was deleted since. As CSV, one file with all of them.
 * @throws RequestError 400, naming the parameter
 */
export async function readOwnerStatements(
  { database, caller, now }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  const asked = askedStatement(parameters, now);
  if (media === "csv" && asked.fields) throw badRequest("The parameter fields chooses nothing of a CSV file.");
  const { rentals, stays } = await database.transaction(
    (transaction) => readBooks(transaction, caller.accounts, asked),
    "read",
  );
  const statements: RentalStatement[] = [];
  await inTurns(laneOf(caller), rentals, (rental) =>
    statements.push({ rental, month: asked.month, ...statementOf(stays.get(rental.id) ?? [], asked.month) }),
  );
  if (media === "csv") {
    const filename = `owner_statements_${nameOfMonth(asked.month)}.csv`;
    return { form: "text", media, text: csvOfStatements(statements), filename };
  }
  return { form: "all", records: statements.map((statement) => recordOfStatement(statement, asked.fields)) };
}

async function readBooks(
  transaction: Transaction,
  accounts: readonly number[],
  { rentals, month }: AskedStatement,
): Promise<Books> {
  const known = await transaction.rows<{ id: number; account: number; name: string }>(
    `select rentals.id, rentals.account_id as account, rentals.name from rentals
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) order by rentals.id`,
    [accounts, rentals],
  );
  return { rentals: known, stays: await readStays(transaction, accounts, rentals, month) };
}
