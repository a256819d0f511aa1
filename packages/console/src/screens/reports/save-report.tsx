import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { csvFileOf, plainAmount } from "../../components/csv.ts";
import { saveFile } from "../../components/save-file.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { currenciesOf, figureOf, type Report, type ReportRow } from "./report.ts";
import type { ReportSearch } from "./report-search.ts";

interface SaveReportProps {
  readonly search: ReportSearch;
  readonly report: Report;
}

const moneyMeasures = ["revenue", "rate", "perNight", "due"] as const;

/** Downloads a report's rows in all their currencies. */
export function SaveReport({ search, report }: SaveReportProps) {
  const { t } = useI18n();
  const { separators } = useFormats();
  const currencies = currenciesOf(report);
  const linesOf = (name: string, row: ReportRow | Report["total"]): string[][] =>
    (currencies.length > 0 ? currencies : [""]).map((currency) => [
      ...[name, String(row.nights), String(row.nights_open), String(row.stays), String(row.occupancy ?? ""), currency],
      ...moneyMeasures.map((measure) => {
        const figure = figureOf(row, measure, currency);
        return figure === null || currency === "" ? "" : plainAmount(figure, currency);
      }),
    ]);
  const save = () => {
    const heads = [
      ...[t(`reports.by.${search.by}`), t("reports.nights"), t("reports.open"), t("reports.stays")],
      ...[t("reports.measures.occupancy"), t("reports.currency")],
      ...moneyMeasures.map((measure) => t(`reports.measures.${measure}`)),
    ];
    const rows = report.rows.flatMap((row) => linesOf(row.name ?? t("reports.noChannel"), row));
    const { from, to, by } = search;
    const file = csvFileOf([heads, ...rows, ...linesOf(t("reports.total"), report.total)], separators);
    saveFile(`report_${from}_${to}_${by}.csv`, file);
  };
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
      {t("reports.csv")}
    </Button>
  );
}
