import { formatDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { readReport } from "./report.ts";
import { askedReport } from "./report-parameters.ts";
import { type AccountReport, csvOfReports, recordOfReport } from "./report-record.ts";

/**
 * Answers the report of a period: one record for each account of the caller. As CSV, one file.
 * @throws RequestError 400, naming the parameter
 */
export async function readReports(
  { database, caller }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  const { fields, ...asked } = askedReport(parameters);
  if (media === "csv" && fields) throw badRequest("The parameter fields chooses nothing of a CSV file.");
  const reports = await database.transaction(async (transaction) => {
    const read: AccountReport[] = [];
    for (const account of caller.accounts)
      read.push({ account, asked, ...(await readReport(transaction, [account], asked)) });
    return read;
  }, "read");
  if (media !== "csv") return { form: "all", records: reports.map((one) => recordOfReport(one, fields)) };
  const filename = `report_${formatDay(asked.from)}_${formatDay(asked.after - 1)}.csv`;
  return { form: "text", media, text: csvOfReports(reports), filename };
}
