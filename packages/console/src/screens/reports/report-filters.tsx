import { NativeSelect } from "@mantine/core";
import { DayInput } from "../../parts/day-input.tsx";
import { useWords } from "../../words/words.tsx";
import {
  comparisons,
  divisions,
  measures,
  nightsOf,
  periods,
  type ReportSearch,
  reportSearch,
  revenueDates,
} from "./report-search.ts";

interface FiltersProps {
  readonly search: ReportSearch;
  readonly change: (search: ReportSearch) => void;
}

/** What is looked at: a period, by what, by which date, and beside what. */
export function ReportFilters({ search, change }: FiltersProps) {
  const { words } = useWords();
  const said = words.reports;
  const choice = (
    name: "by" | "show" | "on" | "beside",
    options: readonly string[],
    names: Readonly<Record<string, string>>,
  ) => (
    <NativeSelect
      label={said.filters[name]}
      value={search[name]}
      onChange={({ currentTarget }) => change(reportSearch({ ...search, [name]: currentTarget.value }))}
      data={options.map((value) => ({ value, label: names[value] ?? value }))}
    />
  );
  const day = (name: "from" | "to") => (
    <DayInput
      required
      label={said.filters[name]}
      value={search[name]}
      onDay={(day) => change({ ...search, [name]: day })}
    />
  );
  const isPeriod = periods.find((period) => {
    const { from, to } = nightsOf(period);
    return from === search.from && to === search.to;
  });
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <NativeSelect
        label={said.filters.period}
        value={isPeriod ?? ""}
        onChange={({ currentTarget }) => {
          const period = periods.find((one) => one === currentTarget.value);
          if (period) change({ ...search, ...nightsOf(period) });
        }}
        data={[
          ...periods.map((period) => ({ value: String(period), label: said.periods[period] })),
          { value: "", label: said.periods.other },
        ]}
      />
      {day("from")}
      {day("to")}
      {choice("show", measures, said.measures)}
      {choice("by", divisions, said.by)}
      {choice("on", revenueDates, said.on)}
      {choice("beside", comparisons, said.beside)}
    </form>
  );
}
