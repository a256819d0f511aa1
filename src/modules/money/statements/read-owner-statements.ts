import type { Transaction } from "../../../database/sql/transaction.ts";
import { laneOf } from "../../../kernel/access/caller.ts";
import { inSlices } from "../../../kernel/concurrency/scheduler.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { readStays } from "./read-stays.ts";
import { type CountedStay, statementOf } from "./statement.ts";
import { csvOfStatements } from "./statement-csv.ts";
import { type StatementQuery, statementQuery } from "./statement-query.ts";
import { nameOfMonth, type RentalStatement, recordOfStatement } from "./statement-record.ts";

/** The data for statements, from one snapshot. */
interface Books {
  readonly rentals: readonly RentalStatement["rental"][];
  readonly stays: ReadonlyMap<number, readonly CountedStay[]>;
}

/**
 * Returns owner statements: one record per requested rental, by id, including rentals without stays and deleted ones.
 * As CSV, a single file.
 * @throws RequestError 400, naming the parameter
 */
export async function readOwnerStatements(
  { database, caller, now }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  const query = statementQuery(parameters, now);
  if (media === "csv" && query.fields) throw badRequest("The parameter fields is not supported for CSV. Remove it.");
  const { rentals, stays } = await database.transaction(
    (transaction) => readBooks(transaction, caller.accounts, query),
    "read",
  );
  const statements: RentalStatement[] = [];
  await inSlices(laneOf(caller), rentals, (rental) =>
    statements.push({ rental, month: query.month, ...statementOf(stays.get(rental.id) ?? [], query.month) }),
  );
  if (media === "csv") {
    const filename = `owner_statements_${nameOfMonth(query.month)}.csv`;
    return { form: "text", media, text: csvOfStatements(statements), filename };
  }
  return { form: "all", records: statements.map((statement) => recordOfStatement(statement, query.fields)) };
}

async function readBooks(
  transaction: Transaction,
  accounts: readonly number[],
  { rentals, month }: StatementQuery,
): Promise<Books> {
  const found = await transaction.rows<{ id: number; account: number; name: string }>(
    `select rentals.id, rentals.account_id as account, rentals.name from rentals
     where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) order by rentals.id`,
    [accounts, rentals],
  );
  return { rentals: found, stays: await readStays(transaction, accounts, rentals, month) };
}
