import { plainAmount } from "../../components/csv.ts";
import { dayOf } from "../../components/days.ts";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { usePickUp } from "./report.ts";
import type { ReportSearch } from "./report-search.ts";
import { RowTable } from "./row-table.tsx";

const columns = ["month", "week", "bookings", "nights", "revenue", "rate"] as const;

/** The bookings made in each of the last 13 weeks, by month of stay. */
export function PickUp({ search }: { readonly search: ReportSearch }) {
  const { t } = useI18n();
  const formats = useFormats();
  const read = usePickUp(search);
  if (!read.data) return <Pending reads={[read]} />;
  const amount = (text: string | null, currency: string) =>
    text === null
      ? { shown: "–", inFile: "" }
      : { shown: formats.money(text, currency), inFile: plainAmount(text, currency) };
  return (
    <RowTable
      title={t("reports.pickUp.title")}
      definition={t("reports.pickUp.defined")}
      heads={[...columns.map((column) => t(`reports.pickUp.${column}`)), t("reports.currency")]}
      nothing={t("reports.pickUp.none")}
      fileName={`pick_up_${search.from}_${search.to}.csv`}
      rows={read.data.map((row) => [
        { shown: formats.month(dayOf(`${row.month}-01`)), inFile: row.month },
        { shown: formats.date(dayOf(row.week)), inFile: row.week },
        { shown: String(row.bookings) },
        { shown: String(row.nights) },
        amount(row.revenue, row.currency),
        amount(row.average_daily_rate, row.currency),
        { shown: row.currency },
      ])}
    />
  );
}
