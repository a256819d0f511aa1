import Type from "typebox";
import { csvOf } from "../../../core/csv.ts";
import { formatDay } from "../../../core/day.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import { badRequest } from "../../../kernel/errors.ts";
import { assertKnown, type RawParameters } from "../../../kernel/read/query.ts";
import type { DocumentedParameters, ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { accountsToday } from "../../platform/accounts/accounts-today.ts";
import { type PickUpQuery, type PickUpRow, readPickUp } from "./pick-up.ts";
import { choiceIn, dayIn, periodIn, rentalsIn, reportParameters } from "./report-parameters.ts";
import { revenues } from "./report-query.ts";

/** Thirteen weeks: a quarter. */
const defaultDays = 91;
const maxDays = 400;
const day = Type.String({ format: "date" });
const { from, to, revenue, rental_id, format } = reportParameters;

/** The parameters of `GET /pick_up_reports`. */
export const pickUpParameters = {
  ...{ from, to, revenue },
  booked_from: { schema: day, description: "The first day of booking. Defaults to 13 weeks before booked_to." },
  booked_to: {
    schema: day,
    description: `The last day of booking. Defaults to today by the account's clock. At most ${maxDays} days.`,
  },
  ...{ rental_id, format },
} satisfies DocumentedParameters;

/** @param today the account's, in epoch days @throws RequestError 400, naming the parameter */
export function pickUpQuery(raw: RawParameters, today: number): PickUpQuery {
  assertKnown(raw, Object.keys(pickUpParameters));
  const last = dayIn(raw, "booked_to") ?? today;
  const bookedFrom = dayIn(raw, "booked_from") ?? last - defaultDays + 1;
  return {
    ...periodIn(raw),
    ...bookedDays(bookedFrom, last),
    revenue: choiceIn(raw, "revenue", revenues) ?? "rental",
    rentals: rentalsIn(raw),
  };
}

/** @throws RequestError 400 for days in the wrong order or too many of them */
export function bookedDays(first: number, last: number): Pick<PickUpQuery, "bookedFrom" | "bookedAfter"> {
  if (last < first) throw badRequest("The parameter booked_to must not be before booked_from.");
  if (last - first >= maxDays)
    throw badRequest(`The parameters booked_from and booked_to must be at most ${maxDays} days apart.`);
  return { bookedFrom: first, bookedAfter: last + 1 };
}

/** A row as the API and agents show it. */
export const pickUpMembers = ({ month, week, currency, bookings, nights, ...money }: PickUpRow) => ({
  month,
  week: formatDay(week),
  currency,
  bookings,
  nights,
  revenue: formatHundredths(money.revenue),
  average_daily_rate: money.averageDailyRate === null ? null : formatHundredths(money.averageDailyRate),
});

/** Returns the pick-up: one record per account of the caller, or a single CSV file. @throws RequestError 400 */
export async function readPickUpReports(
  { database, caller, now }: ReadContext,
  { parameters, media }: ReadRequest,
): Promise<ReadAnswer> {
  const { query, reports } = await database.transaction(async (transaction) => {
    const requested = pickUpQuery(parameters, await accountsToday(transaction, caller.accounts, now));
    const read: { account: number; rows: ReturnType<typeof pickUpMembers>[] }[] = [];
    for (const account of caller.accounts)
      read.push({ account, rows: (await readPickUp(transaction, [account], requested)).map(pickUpMembers) });
    return { query: requested, reports: read };
  }, "read");
  const days = { from: formatDay(query.from), to: formatDay(query.after - 1) };
  const booked = { booked_from: formatDay(query.bookedFrom), booked_to: formatDay(query.bookedAfter - 1) };
  if (media !== "csv") {
    const shown = { ...days, ...booked, revenue: query.revenue };
    const records = reports.map(({ account, rows }) => JSON.stringify({ links: { account }, ...shown, rows }));
    return { form: "all", records };
  }
  const head = ["month", "week", "currency", "bookings", "nights", "revenue", "average_daily_rate"];
  const lines = reports.flatMap(({ rows }) =>
    rows.map((row) => Object.values(row).map((value) => String(value ?? ""))),
  );
  return { form: "text", media, text: csvOf([head, ...lines]), filename: `pick_up_${days.from}_${days.to}.csv` };
}
