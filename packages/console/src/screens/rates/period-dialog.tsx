import { Button, Group, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DayInput } from "../../components/day-input.tsx";
import { dateOf, dayOf, monthOf, textOf } from "../../components/days.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useNightsProblem } from "./overlap.ts";
import { nameIn } from "./rule-words.ts";
import type { DrawnSeason, PeriodAt } from "./season-reads.ts";
import { useSeasonWriting } from "./season-writing.ts";

interface PeriodDialogProps extends PeriodAt {
  readonly table: number;
  readonly seasons: readonly DrawnSeason[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Changes, removes or repeats a period. The API has no recurring periods. */
export function PeriodDialog({ table, drawn: { season }, span, seasons, formats, close }: PeriodDialogProps) {
  const { language, t } = useI18n();
  const { notify } = useNotices();
  const { addPeriod, changePeriod, removePeriod } = useSeasonWriting(table);
  const [first, setFirst] = useState(textOf(span.first));
  const [last, setLast] = useState(textOf(span.last));
  const nights = { first: dayOf(first), last: dayOf(last) };
  const later = { first: yearOn(span.first), last: yearOn(span.last) };
  const done = (text: string, undo: () => Promise<void>) => {
    close();
    notify({ text, undo });
  };
  const saving = useMutation({
    mutationFn: () => changePeriod({ id: span.id, ...nights }),
    onSuccess: () => done(t("seasons.periodSaved"), () => changePeriod(span)),
  });
  const removing = useMutation({
    mutationFn: () => removePeriod(span.id),
    onSuccess: () => done(t("seasons.periodRemoved"), () => addPeriod(season.id, span).then(() => undefined)),
  });
  const repeating = useMutation({
    mutationFn: () => addPeriod(season.id, later),
    onSuccess: (id) => done(t("seasons.repeated"), () => removePeriod(id)),
  });
  const problemOf = useNightsProblem(seasons, formats);
  return (
    <Modal
      opened
      onClose={close}
      title={t("seasons.periodOf", { name: nameIn(season.name, language) })}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <Group grow align="flex-start">
          <DayInput
            required
            data-autofocus
            label={t("rates.firstNight")}
            value={first}
            error={problemOf(saving.error, nights, span.id)}
            onDay={setFirst}
          />
          <DayInput
            required
            label={t("rates.lastNight")}
            value={last}
            error={fieldProblem(saving.error, "end_date")}
            onDay={setLast}
          />
        </Group>
        <FormProblems error={saving.error ?? repeating.error} excluded={["base", "start_date", "end_date"]} />
        <FormProblems error={removing.error} excluded={[]} />
        <p className="bad" aria-live="polite">
          {repeating.error && (problemOf(repeating.error, later) ?? fieldProblem(repeating.error, "end_date"))}
        </p>
        <Group justify="space-between" mt="md">
          <Button color="red" variant="outline" loading={removing.isPending} onClick={() => removing.mutate()}>
            {t("seasons.removePeriod")}
          </Button>
          <Button variant="default" loading={repeating.isPending} onClick={() => repeating.mutate()}>
            {t("seasons.repeat")}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t("seasons.savePeriod")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** The same day a year later; 28 February for the 29th. */
function yearOn(day: number): number {
  const month = monthOf(day, 12);
  return Math.min(month + dateOf(day).getUTCDate() - 1, monthOf(month, 1) - 1);
}
