import { plainAmount } from "../../components/csv.ts";
import { dayOf } from "../../components/days.ts";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useTouristTaxes } from "./report.ts";
import type { ReportSearch } from "./report-search.ts";
import { RowTable } from "./row-table.tsx";

const columns = ["municipality", "month", "stays", "nights", "adults", "children", "adultNights", "amount"] as const;

/** The tourist taxes of the period, by municipality and month of arrival, as they are declared. */
export function TouristTaxes({ search }: { readonly search: ReportSearch }) {
  const { t } = useI18n();
  const formats = useFormats();
  const read = useTouristTaxes(search);
  if (!read.data) return <Pending reads={[read]} />;
  return (
    <RowTable
      title={t("reports.touristTax.title")}
      definition={t("reports.touristTax.defined")}
      heads={[...columns.map((column) => t(`reports.touristTax.${column}`)), t("reports.currency")]}
      nothing={t("reports.touristTax.none")}
      fileName={`tourist_tax_${search.from}_${search.to}.csv`}
      rows={read.data.map((row) => [
        { shown: row.municipality ?? t("reports.touristTax.noCity") },
        { shown: formats.month(dayOf(`${row.month}-01`)), inFile: row.month },
        ...[row.stays, row.nights, row.adults, row.children, row.adult_nights].map((count) => ({
          shown: String(count),
        })),
        { shown: formats.money(row.amount, row.currency), inFile: plainAmount(row.amount, row.currency) },
        { shown: row.currency },
      ])}
    />
  );
}
