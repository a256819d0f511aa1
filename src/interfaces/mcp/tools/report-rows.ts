import { formatDay } from "../../../core/day.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { readPickUp } from "../../../modules/money/reports/pick-up.ts";
import { bookedDays, pickUpMembers } from "../../../modules/money/reports/read-pick-up.ts";
import { touristTaxMembers } from "../../../modules/money/reports/read-tourist-tax.ts";
import type { ReportQuery } from "../../../modules/money/reports/report-query.ts";
import { readTouristTaxes } from "../../../modules/money/reports/tourist-tax.ts";
import type { Shown } from "./records/records.ts";
import { pickUpDefinitions, touristTaxDefinitions } from "./report-definitions.ts";

/** Subjects of the tool `report`. */
export const subjects = ["figures", "pick_up", "tourist_tax"] as const;

/** The rows of a report without a total, and their definitions. */
export interface ReportRows {
  readonly period: Shown;
  readonly rows: readonly Shown[];
  readonly definitions: Readonly<Record<string, string>>;
}

/** A quarter. */
const defaultDays = 91;

/** The pick-up of a period. @param days of booking, as epoch days; `today` where they are open @throws RequestError 400 */
export async function pickUpRows(
  transaction: Transaction,
  accounts: readonly number[],
  query: ReportQuery,
  days: { readonly first: number | undefined; readonly last: number | undefined; readonly today: number },
): Promise<ReportRows> {
  const last = days.last ?? days.today;
  const booked = bookedDays(days.first ?? last - defaultDays + 1, last);
  const rows = await readPickUp(transaction, accounts, { ...query, ...booked });
  return {
    period: { booked_from: formatDay(booked.bookedFrom), booked_to: formatDay(booked.bookedAfter - 1) },
    rows: rows.map(pickUpMembers),
    definitions: pickUpDefinitions,
  };
}

/** The tourist taxes of a period. */
export async function touristTaxRows(
  transaction: Transaction,
  accounts: readonly number[],
  query: ReportQuery,
): Promise<ReportRows> {
  const rows = await readTouristTaxes(transaction, accounts, query);
  return { period: {}, rows: rows.map(touristTaxMembers), definitions: touristTaxDefinitions };
}
