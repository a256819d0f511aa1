import { csvOf } from "../../../core/csv.ts";
import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { assertKnown } from "../../../kernel/read/query.ts";
import type { DocumentedParameters, ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { periodIn, rentalsIn, reportParameters } from "./report-parameters.ts";
import { readTouristTaxes, type TouristTaxRow } from "./tourist-tax.ts";

const { from, to, rental_id, format } = reportParameters;

/** The parameters of `GET /tourist_tax_reports`. */
export const touristTaxParameters = {
  from: { ...from, description: "The first day of arrival." },
  to: { ...to, description: "The last day of arrival." },
  ...{ rental_id, format },
} satisfies DocumentedParameters;

/** A row as the API and agents show it. */
export const touristTaxMembers = (row: TouristTaxRow) => ({
  municipality: row.municipality,
  month: row.month,
  currency: row.currency,
  stays: row.stays,
  nights: row.nights,
  adults: row.adults,
  children: row.children,
  adult_nights: row.adultNights,
  amount: formatHundredths(row.amount),
});

/** Returns the tourist taxes: one record per account of the caller, or a single CSV file. @throws RequestError 400 */
export async function readTouristTaxReports(
  { database, caller }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  assertKnown(parameters, Object.keys(touristTaxParameters));
  const query = { ...periodIn(parameters), rentals: rentalsIn(parameters) };
  const reports = await database.transaction(async (transaction) => {
    const read: { account: number; rows: ReturnType<typeof touristTaxMembers>[] }[] = [];
    for (const account of caller.accounts)
      read.push({ account, rows: (await readTouristTaxes(transaction, [account], query)).map(touristTaxMembers) });
    return read;
  }, "read");
  const days = { from: formatDay(query.from), to: formatDay(query.after - 1) };
  if (media !== "csv") {
    const records = reports.map(({ account, rows }) => JSON.stringify({ links: { account }, ...days, rows }));
    return { form: "all", records };
  }
  const head = ["municipality", "month", "currency", "stays", "nights", "adults", "children", "adult_nights", "amount"];
  const lines = reports.flatMap(({ rows }) =>
    rows.map((row) => Object.values(row).map((value) => String(value ?? ""))),
  );
  return { form: "text", media, text: csvOf([head, ...lines]), filename: `tourist_tax_${days.from}_${days.to}.csv` };
}
