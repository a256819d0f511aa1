import { Button, Group, NativeSelect } from "@mantine/core";
import { DayInput } from "../../components/day-input.tsx";
import { dayOf, textOf } from "../../components/days.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { textIn } from "../../components/text-in.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useNightsProblem } from "./overlap.ts";
import type { DrawnSeason, Span } from "./season-reads.ts";
import { useSeasonWriting } from "./season-writing.ts";

interface PeriodFormProps {
  readonly table: number;
  readonly seasons: readonly DrawnSeason[];
  readonly formats: Formats;
  /** The nights marked in the year. */
  readonly marked: Omit<Span, "id">;
  readonly mark: (nights: Omit<Span, "id">) => void;
  /** The last chosen season; undefined means the first. */
  readonly season: number | undefined;
  readonly choose: (season: number) => void;
}

/** Adds the marked nights to a season as a period. */
export function PeriodForm({ table, seasons, formats, marked, mark, season, choose }: PeriodFormProps) {
  const { language, t } = useI18n();
  const { notify } = useNotices();
  const { addPeriod, removePeriod } = useSeasonWriting(table);
  const problemOf = useNightsProblem(seasons, formats);
  const id = season ?? seasons[0]?.season.id ?? 0;
  const adding = useSubmit({
    mutationFn: (nights: Omit<Span, "id">) => addPeriod(id, nights),
    onSuccess: (made) => notify({ text: t("seasons.periodAdded"), undo: () => removePeriod(made) }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        adding.submit(marked);
      }}
    >
      <Group gap="sm" align="flex-start" mt="md">
        <DayInput
          required
          label={t("rates.firstNight")}
          value={textOf(marked.first)}
          error={problemOf(adding.error, adding.variables ?? marked)}
          onDay={(day) => mark({ ...marked, first: dayOf(day) })}
        />
        <DayInput
          required
          label={t("rates.lastNight")}
          value={textOf(marked.last)}
          error={fieldProblem(adding.error, "end_date")}
          onDay={(day) => mark({ ...marked, last: dayOf(day) })}
        />
        <NativeSelect
          label={t("seasons.season")}
          value={String(id)}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
          data={seasons.map(({ season: one, letter }) => ({
            value: String(one.id),
            label: `${letter} · ${textIn(one.name, language)}`,
          }))}
        />
        <Button type="submit" mt="1.5rem" loading={adding.isPending}>
          {t("seasons.put")}
        </Button>
      </Group>
      <FormProblems error={adding.error} excluded={["base", "start_date", "end_date"]} />
    </form>
  );
}
