import type { components } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf, todayHere } from "../../components/days.ts";
import { lastYearBefore, type Measure, type ReportSearch, yearBefore } from "./report-search.ts";

export type Report = components["schemas"]["reports"];
export type ReportRow = Report["rows"][number];
export type Figures = Report["total"];

/** A report's query. */
export const queryOf = ({ from, to, by, of, on }: ReportSearch) => ({ from, to, by, revenue: of, revenue_on: on });

/** A report and, if requested, last year's. Keyed with the bookings, so that changed bookings refetch both. */
export function useReports(search: ReportSearch) {
  const { client, account } = useSession();
  const { from, to, by, of, on, beside } = search;
  return useQuery({
    queryKey: [account.id, "bookings", "report", from, to, by, of, on, beside],
    queryFn: async ({ signal }) => {
      const read = async (query: ReturnType<typeof queryOf> & { readonly made_until?: string }) =>
        (await client.GET("/reports", { params: { query }, signal })).data.reports[0];
      const query = queryOf(search);
      const then = { ...query, from: yearBefore(from), to: lastYearBefore(to) };
      const pace = beside === "pace" ? { made_until: yearBefore(textOf(todayHere())) } : {};
      const [now, before] = await Promise.all([
        read(query),
        beside === "none" ? undefined : read({ ...then, ...pace }),
      ]);
      return { now, before };
    },
    placeholderData: (shown) => shown,
  });
}

/** The bookings made in each of the last 13 weeks, by month of stay. */
export function usePickUp({ from, to, of }: ReportSearch) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "pick-up", from, to, of],
    queryFn: async ({ signal }) => {
      const query = { from, to, revenue: of };
      const { data } = await client.GET("/pick_up_reports", { params: { query }, signal });
      return data.pick_up_reports[0]?.rows ?? [];
    },
    placeholderData: (shown) => shown,
  });
}

/** The tourist taxes of a period, by municipality and month of arrival. */
export function useTouristTaxes({ from, to }: ReportSearch) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "tourist-tax", from, to],
    queryFn: async ({ signal }) => {
      const { data } = await client.GET("/tourist_tax_reports", { params: { query: { from, to } }, signal });
      return data.tourist_tax_reports[0]?.rows ?? [];
    },
    placeholderData: (shown) => shown,
  });
}

/** Last year's row of the same rental, channel or month. */
export function rowBefore(before: Report | undefined, row: ReportRow): ReportRow | undefined {
  if (!before) return undefined;
  const isMonth = before.by === "month";
  const month = row.name && isMonth ? yearBefore(`${row.name}-01`).slice(0, 7) : undefined;
  return before.rows.find(({ id, name }) => (isMonth ? name === month : id === row.id));
}

/** The reports' currencies, highest revenue first. */
export function currenciesOf(...reports: readonly (Report | undefined)[]): string[] {
  const money = reports.flatMap((report) => report?.total.money ?? []);
  return [...new Set(money.sort((a, b) => Number(b.revenue) - Number(a.revenue)).map(({ currency }) => currency))];
}

/** A figure as a number; null if there is none. */
export function figureOf(figures: Figures | undefined, measure: Measure, currency: string): number | null {
  if (!figures) return null;
  if (measure === "occupancy") return figures.occupancy;
  const money = figures.money.find((one) => one.currency === currency);
  if (!money) return measure === "revenue" || measure === "due" ? 0 : null;
  const text = {
    rate: money.average_daily_rate,
    perNight: money.revenue_per_available_night,
    revenue: money.revenue,
    due: money.money_due,
  }[measure];
  return text === null ? null : Number(text);
}
