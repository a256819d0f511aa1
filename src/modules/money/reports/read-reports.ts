import { formatDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { readReport } from "./report.ts";
import { reportQuery } from "./report-parameters.ts";
import { type AccountReport, csvOfReports, recordOfReport } from "./report-record.ts";

/**
 * Returns a period's report: one record per account of the caller, or a single CSV file.
 * @throws RequestError 400, naming the parameter
 */
export async function readReports(
  { database, caller }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  const { fields, ...query } = reportQuery(parameters);
  if (media === "csv" && fields) throw badRequest("The parameter fields is not supported for CSV. Remove it.");
  const reports = await database.transaction(async (transaction) => {
    const read: AccountReport[] = [];
    for (const account of caller.accounts)
      read.push({ account, query, ...(await readReport(transaction, [account], query)) });
    return read;
  }, "read");
  if (media !== "csv") return { form: "all", records: reports.map((one) => recordOfReport(one, fields)) };
  const filename = `report_${formatDay(query.from)}_${formatDay(query.after - 1)}.csv`;
  return { form: "text", media, text: csvOfReports(reports), filename };
}
