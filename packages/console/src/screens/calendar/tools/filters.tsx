import { Button, NativeSelect } from "@mantine/core";
import type { Resource } from "@roost/client";
import { DayInput } from "../../../components/day-input.tsx";
import { useTags } from "../../../components/tags/tags.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { filterNames } from "../calendar-search.ts";
import styles from "./tools.module.css";
import { useCalendarSearch } from "./use-calendar-search.ts";

type Named = { readonly id: number; readonly name: Readonly<Record<string, string | null>> };

interface FiltersProps {
  readonly places: ReadonlyMap<number, Resource<"destinations">> | undefined;
}

/** Filters the calendar's rentals. Kept in the address (console.md, Screens, Calendar). */
export function Filters({ places }: FiltersProps) {
  const { t } = useI18n();
  const { search, change } = useCalendarSearch();
  const tags = useTags("rentals_tags");
  const isFiltered = filterNames.some((name) => search[name] !== undefined);
  return (
    <fieldset className={styles.filters}>
      <legend>{t("calendar.filters")}</legend>
      <Choice
        label={t("calendar.tag")}
        all={t("calendar.allTags")}
        of={tags.data ?? []}
        chosen={search.tag}
        choose={(tag) => change({ tag })}
      />
      <Choice
        label={t("calendar.destination")}
        all={t("calendar.allDestinations")}
        of={[...(places?.values() ?? [])]}
        chosen={search.destination}
        choose={(destination) => change({ destination })}
      />
      <DayInput
        clearable
        label={t("calendar.freeFrom")}
        value={search.from ?? ""}
        onDay={(day) => change({ from: day || undefined, day: day || search.day })}
      />
      <DayInput
        clearable
        label={t("calendar.freeUntil")}
        value={search.until ?? ""}
        min={search.from}
        onDay={(day) => change({ until: day || undefined })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() => change({ tag: undefined, destination: undefined, from: undefined, until: undefined })}
        >
          {t("calendar.showAll")}
        </Button>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly of: readonly Named[];
  readonly chosen: number | undefined;
  readonly choose: (id: number | undefined) => void;
}

function Choice({ label, all, of, chosen, choose }: ChoiceProps) {
  const { language } = useI18n();
  if (of.length === 0) return null;
  const named = of
    .map(({ id, name }) => ({ value: String(id), label: name[language] ?? name.en ?? String(id) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <NativeSelect
      label={label}
      value={String(chosen ?? "")}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value) || undefined)}
      data={[{ value: "", label: all }, ...named]}
    />
  );
}
