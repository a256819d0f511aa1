import { laneOf } from "../../../kernel/access/caller.ts";
import { inSlices } from "../../../kernel/concurrency/scheduler.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { accountsToday } from "../../platform/accounts/accounts-today.ts";
import { statementOf } from "./statement.ts";
import { readBooks } from "./statement-books.ts";
import { csvOfStatements } from "./statement-csv.ts";
import { statementQuery } from "./statement-query.ts";
import { nameOfMonth, type RentalStatement, recordOfStatement } from "./statement-record.ts";

/**
 * Returns owner statements: one record per requested rental, by id, including rentals without stays and deleted ones.
 * As CSV, a single file.
 * @throws RequestError 400, naming the parameter
 */
export async function readOwnerStatements(
  { database, caller, now }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  const { query, rentals, stays } = await database.transaction(async (transaction) => {
    const requested = statementQuery(parameters, await accountsToday(transaction, caller.accounts, now));
    if (media === "csv" && requested.fields)
      throw badRequest("The parameter fields is not supported for CSV. Remove it.");
    return { query: requested, ...(await readBooks(transaction, caller.accounts, requested)) };
  }, "read");
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
