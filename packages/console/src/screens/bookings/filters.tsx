import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { DayInput } from "../../components/day-input.tsx";
import { useSources } from "../../components/sources.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import classes from "./bookings.module.css";
import { type BookingsSearch, bookingsSearch, kinds, periods } from "./bookings-search.ts";

interface FiltersProps {
  readonly search: BookingsSearch;
  readonly change: (search: BookingsSearch) => void;
}

/** The delay after the last keystroke before searching. */
const searchDelayMs = 250;

/** The filter form: guest, period, rental, channel and unpaid balance. */
export function Filters({ search, change }: FiltersProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const rentals = useRentals();
  const sources = useSources();

  const set = (part: Readonly<Record<string, unknown>>): void => change(bookingsSearch({ ...search, ...part }));
  const { period = "ahead", kind = "stays" } = search;
  const day = (name: "from" | "until") => (
    <DayInput
      clearable
      label={t(`bookings.filters.${name}`)}
      value={search[name] ?? ""}
      onDay={(text) => set({ [name]: text })}
    />
  );
  return (
    <form className={classes.filters} onSubmit={(event) => event.preventDefault()}>
      {(may("clients_read") || may("clients_write")) && (
        // Remount when the filter is replaced from outside, such as by a saved filter.
        <Query
          key={search.query === undefined ? "none" : "some"}
          query={search.query}
          onSearch={(query) => set({ query })}
        />
      )}
      <NativeSelect
        label={t("bookings.filters.period")}
        value={period}
        onChange={({ currentTarget }) => set({ period: currentTarget.value })}
        data={periods.map((value) => ({ value, label: t(`bookings.periods.${value}`) }))}
      />
      {period === "other" && day("from")}
      {period === "other" && day("until")}
      <NativeSelect
        label={t("bookings.filters.kind")}
        value={kind}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
        data={kinds.map((value) => ({ value, label: t(`bookings.kinds.${value}`) }))}
      />
      <NativeSelect
        label={t("bookings.filters.rental")}
        value={search.rental ?? ""}
        onChange={({ currentTarget }) => set({ rental: Number(currentTarget.value) })}
        data={[
          { value: "", label: t("bookings.anyRental") },
          ...(rentals.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <NativeSelect
        label={t("bookings.filters.source")}
        value={search.source ?? ""}
        onChange={({ currentTarget }) => set({ source: Number(currentTarget.value) })}
        data={[
          { value: "", label: t("bookings.anySource") },
          ...[...(sources.data ?? [])].map(([id, name]) => ({ value: String(id), label: name })),
        ]}
      />
      <Checkbox
        label={t("bookings.filters.unpaid")}
        checked={search.unpaid ?? false}
        onChange={({ currentTarget }) => set({ unpaid: currentTarget.checked })}
      />
      <Checkbox
        label={t("bookings.filters.canceled")}
        checked={search.canceled ?? false}
        onChange={({ currentTarget }) => set({ canceled: currentTarget.checked })}
      />
    </form>
  );
}

interface QueryProps {
  readonly query: string | undefined;
  readonly onSearch: (query: string) => void;
}

/** Shows input immediately; searches when typing pauses. */
function Query({ query = "", onSearch }: QueryProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(query);
  const later = useDebouncedCallback(onSearch, searchDelayMs);
  return (
    <TextInput
      type="search"
      className={classes.query ?? ""}
      label={t("bookings.filters.query")}
      placeholder={t("bookings.queryOf")}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        later(currentTarget.value);
      }}
    />
  );
}
