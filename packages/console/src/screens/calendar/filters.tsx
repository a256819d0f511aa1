import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import type { CalendarSearch } from "./calendar-search.ts";
import { useTags } from "./tags.ts";

type Named = { readonly id: number; readonly name: Readonly<Record<string, string | null>> };

/** Filters the calendar's rentals. Kept in the address (console.md, Screens, Calendar). */
export function Filters({ places }: { readonly places: ReadonlyMap<number, Resource<"destinations">> | undefined }) {
  const { t } = useI18n();
  const search = useSearch({ from: "/calendar" });
  const navigate = useNavigate({ from: "/calendar" });
  const tags = useTags();
  const count = Object.keys(search).length;
  const [isOpen, setOpen] = useState(count > 0);
  const narrow = (to: { [Name in keyof CalendarSearch]: CalendarSearch[Name] | undefined }) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...to }), replace: true });
  return (
    <>
      <Button
        variant="default"
        aria-expanded={isOpen}
        aria-controls="filters-of-calendar"
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t("calendar.filtersActive", { count }) : t("calendar.filters")}
      </Button>
      <fieldset id="filters-of-calendar" className="filters-of-calendar" hidden={!isOpen}>
        <legend className="unseen">{t("calendar.filters")}</legend>
        <Choice
          label={t("calendar.tag")}
          all={t("calendar.allTags")}
          of={tags.data ?? []}
          chosen={search.tag}
          choose={(tag) => narrow({ tag })}
        />
        <Choice
          label={t("calendar.destination")}
          all={t("calendar.allDestinations")}
          of={[...(places?.values() ?? [])]}
          chosen={search.destination}
          choose={(destination) => narrow({ destination })}
        />
        <TextInput
          type="date"
          label={t("calendar.freeFrom")}
          value={search.from ?? ""}
          onChange={({ currentTarget }) => narrow({ from: currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          label={t("calendar.freeUntil")}
          value={search.until ?? ""}
          min={search.from}
          onChange={({ currentTarget }) => narrow({ until: currentTarget.value || undefined })}
        />
        {count > 0 && (
          <Button
            variant="subtle"
            onClick={() => narrow({ tag: undefined, destination: undefined, from: undefined, until: undefined })}
          >
            {t("calendar.showAll")}
          </Button>
        )}
      </fieldset>
    </>
  );
}

const withoutEmpty = ({
  tag,
  destination,
  from,
  until,
}: { [Name in keyof CalendarSearch]: CalendarSearch[Name] | undefined }): CalendarSearch => ({
  ...(tag && { tag }),
  ...(destination && { destination }),
  ...(from && { from }),
  ...(until && { until }),
});

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
