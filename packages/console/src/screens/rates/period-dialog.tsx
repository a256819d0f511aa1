import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Seen } from "../../components/conflict/version.ts";
import { DayInput } from "../../components/day-input.tsx";
import { dateOf, dayOf, monthOf, textOf } from "../../components/days.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { ConditionalDialog } from "../../components/records/conditional-dialog.tsx";
import { textIn } from "../../components/text-in.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useNightsProblem } from "./overlap.ts";
import type { DrawnSeason, PeriodAt, Span } from "./season-reads.ts";
import { type Nights, useSeasonWriting } from "./season-writing.ts";

interface PeriodDialogProps extends PeriodAt {
  readonly table: number;
  readonly seasons: readonly DrawnSeason[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Changes, removes or repeats a period. The API has no recurring periods. */
export function PeriodDialog(props: PeriodDialogProps) {
  const { table, drawn, span, seasons, formats, close } = props;
  const { language, t } = useI18n();
  const { readPeriod, changePeriod } = useSeasonWriting(table);
  const problemOf = useNightsProblem(seasons, formats);
  const labels = { first: t("rates.firstNight"), last: t("rates.lastNight") };
  return (
    <ConditionalDialog<Seen<Span>, Nights>
      title={t("seasons.periodOf", { name: textIn(drawn.season.name, language) })}
      record={`periods ${span.id}`}
      excluded={["base", "start_date", "end_date"]}
      read={() => readPeriod(span.id)}
      draftOf={({ first, last }) => ({ first, last })}
      write={changePeriod}
      saved={t("seasons.periodSaved")}
      saveLabel={t("seasons.savePeriod")}
      aside={<PeriodSteps {...props} />}
      nameOf={(field) => labels[field]}
      textOf={(draft, field) => formats.date(draft[field])}
      close={close}
    >
      {({ draft, setDraft, error }) => (
        <Group grow align="flex-start">
          <DayInput
            required
            data-autofocus
            label={labels.first}
            value={textOf(draft.first)}
            error={problemOf(error, draft, span.id)}
            onDay={(day) => setDraft((before) => ({ ...before, first: dayOf(day) }))}
          />
          <DayInput
            required
            label={labels.last}
            value={textOf(draft.last)}
            error={fieldProblem(error, "end_date")}
            onDay={(day) => setDraft((before) => ({ ...before, last: dayOf(day) }))}
          />
        </Group>
      )}
    </ConditionalDialog>
  );
}

/** Removes the period, or adds it again a year later. */
function PeriodSteps({ table, drawn: { season }, span, seasons, formats, close }: PeriodDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { addPeriod, removePeriod } = useSeasonWriting(table);
  const problemOf = useNightsProblem(seasons, formats);
  const later = { first: yearOn(span.first), last: yearOn(span.last) };
  const done = (text: string, undo: () => Promise<void>) => {
    close();
    notify({ text, undo });
  };
  const removing = useMutation({
    mutationFn: () => removePeriod(span.id),
    onSuccess: () => done(t("seasons.periodRemoved"), () => addPeriod(season.id, span).then(() => undefined)),
  });
  const repeating = useSubmit({
    mutationFn: () => addPeriod(season.id, later),
    onSuccess: (id) => done(t("seasons.repeated"), () => removePeriod(id)),
  });
  return (
    <div>
      <Group gap="xs">
        <Button color="red" variant="outline" loading={removing.isPending} onClick={() => removing.mutate()}>
          {t("seasons.removePeriod")}
        </Button>
        <Button variant="default" loading={repeating.isPending} onClick={() => repeating.submit()}>
          {t("seasons.repeat")}
        </Button>
      </Group>
      <FormProblems error={removing.error} excluded={[]} />
      <FormProblems error={repeating.error} excluded={["base", "start_date", "end_date"]} />
      <p className="bad" aria-live="polite">
        {repeating.error && (problemOf(repeating.error, later) ?? fieldProblem(repeating.error, "end_date"))}
      </p>
    </div>
  );
}

/** The same day a year later; 28 February for the 29th. */
function yearOn(day: number): number {
  const month = monthOf(day, 12);
  return Math.min(month + dateOf(day).getUTCDate() - 1, monthOf(month, 1) - 1);
}
