import { NativeSelect } from "@mantine/core";
import { DayInput } from "../../components/day-input.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import {
  comparisons,
  divisions,
  nightsOf,
  periods,
  type ReportSearch,
  reportSearch,
  revenueDates,
  revenues,
} from "./report-search.ts";
import styles from "./reports.module.css";

interface FiltersProps {
  readonly search: ReportSearch;
  readonly change: (search: ReportSearch) => void;
}

/** Chooses the period, grouping, revenue date, measure and comparison. */
export function ReportFilters({ search, change }: FiltersProps) {
  const { t } = useI18n();
  const choice = (
    name: "by" | "of" | "on" | "beside",
    data: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <NativeSelect
      label={t(`reports.filters.${name}`)}
      value={search[name]}
      onChange={({ currentTarget }) => change(reportSearch({ ...search, [name]: currentTarget.value }))}
      data={data}
    />
  );
  const day = (name: "from" | "to") => (
    <DayInput
      required
      label={t(`reports.filters.${name}`)}
      value={search[name]}
      onDay={(day) => change({ ...search, [name]: day })}
    />
  );
  const isPeriod = periods.find((period) => {
    const { from, to } = nightsOf(period);
    return from === search.from && to === search.to;
  });
  return (
    <form className={styles.filters} onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        label={t("reports.filters.period")}
        value={isPeriod ?? ""}
        onChange={({ currentTarget }) => {
          const period = periods.find((one) => one === currentTarget.value);
          if (period) change({ ...search, ...nightsOf(period) });
        }}
        data={[
          ...periods.map((period) => ({ value: String(period), label: t(`reports.periods.${period}`) })),
          { value: "", label: t("reports.periods.other") },
        ]}
      />
      {day("from")}
      {day("to")}
      {choice(
        "by",
        divisions.map((value) => ({ value, label: t(`reports.by.${value}`) })),
      )}
      {choice(
        "of",
        revenues.map((value) => ({ value, label: t(`reports.of.${value}`) })),
      )}
      {choice(
        "on",
        revenueDates.map((value) => ({ value, label: t(`reports.on.${value}`) })),
      )}
      {choice(
        "beside",
        comparisons.map((value) => ({ value, label: t(`reports.beside.${value}`) })),
      )}
    </form>
  );
}
