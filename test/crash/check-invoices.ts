import type { Json } from "../harness/client.ts";

/** The statement whose rows `problemsOf` checks. */
export const issuedInvoices = `select account_id::integer as account, id::integer, year, position, number, document ->> 'number' as named,
  convert_from(substring(pdf from 1 for 5), 'UTF8') as begins, length(pdf) as bytes,
  (select last_number from invoice_series as series where series.account_id = invoices.account_id and series.year = invoices.year) as last
  from invoices order by account_id, year, position`;

/** The faults of an account's invoices: gaps, numbers twice, numbers without a document. */
export function problemsOf(rows: readonly Json[]): string[] {
  const series = Map.groupBy(rows, ({ account, year }) => `${account} in ${year}`);
  return [...series].flatMap(([name, own]) => [
    ...own.flatMap(({ position, number }, index) =>
      position === index + 1 ? [] : [`${name}: ${number} is at position ${position} instead of ${index + 1}`],
    ),
    ...own.flatMap(({ number, named, begins, bytes }) =>
      named === number && begins === "%PDF-" && Number(bytes) > 1000 ? [] : [`${name}: ${number} lacks its document`],
    ),
    ...(new Set(own.map(({ number }) => number)).size === own.length ? [] : [`${name}: a number was given twice`]),
    ...(own.at(-1)?.last === own.length ? [] : [`${name}: the series ends at ${own.at(-1)?.last} of ${own.length}`]),
  ]);
}
