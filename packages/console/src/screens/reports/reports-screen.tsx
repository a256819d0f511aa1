import { NativeSelect } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import { useMemo, useState } from "react";
import { dayOf } from "../../components/days.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Chart } from "./chart.tsx";
import { FigureTiles } from "./figure-tiles.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { PickUp } from "./pick-up.tsx";
import { currenciesOf, figureOf, type Report, type ReportRow, rowBefore, useReports } from "./report.ts";
import { ReportFilters } from "./report-filters.tsx";
import type { Measure, ReportSearch } from "./report-search.ts";
import styles from "./reports.module.css";
import { SaveReport } from "./save-report.tsx";
import { TouristTaxes } from "./tourist-taxes.tsx";

const route = getRouteApi("/reports");

/** Occupancy and revenue, compared with last year (console.md, Screens). */
export function ReportsScreen() {
  const { t } = useI18n();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const reports = useReports(search);
  const change = (changed: ReportSearch) => void navigate({ search: changed, replace: true });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t("screens.reports")}
        actions={reports.data?.now && <SaveReport search={search} report={reports.data.now} />}
      />
      <ReportFilters search={search} change={change} />
      {search.to < search.from ? (
        <p className="bad" role="alert">
          {t("reports.backwards")}
        </p>
      ) : reports.data?.now ? (
        <>
          <ReportView {...{ search, change }} now={reports.data.now} before={reports.data.before} />
          <PickUp search={search} />
          <TouristTaxes search={search} />
        </>
      ) : (
        <Pending reads={[reports]} />
      )}
    </div>
  );
}

/** The chart shows at most this many bars. The table shows all rows. */
const maxBars = 25;

interface ViewProps {
  readonly search: ReportSearch;
  readonly change: (search: ReportSearch) => void;
  readonly now: Report;
  readonly before: Report | undefined;
}

function ReportView({ search, change, now, before }: ViewProps) {
  const { show, beside } = search;
  const { language, t } = useI18n();
  const formats = useFormats();
  const shortMonth = useMemo(
    () => new Intl.DateTimeFormat(language, { month: "short", year: "2-digit", timeZone: "UTC" }),
    [language],
  );
  const currencies = currenciesOf(now, before);
  const [chosenCurrency, setChosenCurrency] = useState<string>();
  const currency = currencies.find((one) => one === chosenCurrency) ?? currencies[0] ?? "";

  const isByMonth = now.by === "month";
  const nameOf = ({ name }: ReportRow, isShort: boolean): string => {
    if (!isByMonth || !name) return name ?? t("reports.noChannel");
    return isShort ? shortMonth.format(new Date(`${name}-01`)) : formats.month(dayOf(`${name}-01`));
  };
  const format = (measure: Measure, figure: number | null): string => {
    if (figure === null) return "–";
    if (measure === "occupancy") return formats.percent(figure);
    return currency ? formats.money(figure, currency) : "–";
  };
  const lines = now.rows.map((row) => ({
    ...{ key: `${row.id} ${row.name}`, name: nameOf(row, false), now: row, before: rowBefore(before, row) },
    short: nameOf(row, true),
  }));
  const pairs = lines.map(({ key, short, ...line }) => ({
    ...{ key, name: short, now: figureOf(line.now, show, currency) },
    before: figureOf(line.before, show, currency),
  }));
  const drawn = isByMonth ? pairs : pairs.toSorted((a, b) => (b.now ?? 0) - (a.now ?? 0)).slice(0, maxBars);
  const total = { key: "total", name: t("reports.total"), now: now.total, before: before?.total };
  const title = `${t(`reports.measures.${show}`)}, ${t(`reports.by.${isByMonth ? "month" : now.by === "channel" ? "channel" : "rental"}`)}`;
  if (now.total.nights_open === 0 && now.total.nights === 0 && now.rows.length === 0)
    return <EmptyState icon={ChartColumn} text={t("reports.nothing")} />;
  return (
    <>
      <FigureTiles
        {...{ search, currency, format }}
        now={now.total}
        before={before?.total}
        show={(measure) => change({ ...search, show: measure })}
      />
      <section className={styles.drawing} aria-label={title}>
        <div className={styles.heading}>
          <h2>{title}</h2>
          {currencies.length > 1 && (
            <NativeSelect
              aria-label={t("reports.currency")}
              value={currency}
              onChange={({ currentTarget }) => setChosenCurrency(currentTarget.value)}
              data={currencies}
            />
          )}
        </div>
        <p className={styles.key}>
          <span>{t("reports.now")}</span>
          {before && <span className={styles.before}>{t(`reports.beside.${beside}`)}</span>}
        </p>
        <Chart
          pairs={drawn}
          upright={isByMonth}
          label={t("reports.chart", { title })}
          format={(figure) => format(show, figure)}
        />
        {drawn.length < pairs.length && <p className="hint">{t("reports.first", { count: maxBars })}</p>}
      </section>
      <FiguresTable
        caption={t("reports.table")}
        compares={before !== undefined}
        {...{ lines, total, show, currency, format }}
      />
      <p className="hint">{t("reports.means")}</p>
    </>
  );
}
