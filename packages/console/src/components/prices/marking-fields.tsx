import { Chip, Group } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import { DayInput } from "../day-input.tsx";
import { dayOf, textOf } from "../days.ts";
import { fieldProblem } from "../form-problems.tsx";
import type { Formats } from "../formats.ts";
import { type Marking, weekdayOrder } from "./marking.ts";
import styles from "./prices.module.css";

interface MarkingFieldsProps {
  readonly marking: Marking;
  readonly mark: (marking: Marking) => void;
  readonly formats: Formats;
  readonly error: unknown;
}

/** A Sunday, the base for weekday names. */
const sunday = 3;

/** The first and last night, and the weekdays between them. */
export function MarkingFields({ marking, mark, formats, error }: MarkingFieldsProps) {
  const { t } = useI18n();
  return (
    <Group align="flex-end" gap="sm">
      <DayInput
        label={t("rates.firstNight")}
        value={textOf(marking.from)}
        error={fieldProblem(error, "start_date")}
        onDay={(day) => mark({ ...marking, from: dayOf(day) })}
      />
      <DayInput
        label={t("rates.lastNight")}
        value={textOf(marking.to)}
        onDay={(day) => mark({ ...marking, to: dayOf(day) })}
      />
      <fieldset className={styles.weekdays}>
        <legend>{t("rates.weekdays")}</legend>
        <Chip.Group
          multiple
          value={marking.weekdays.map(String)}
          onChange={(chosen) => mark({ ...marking, weekdays: chosen.map(Number) })}
        >
          {weekdayOrder.map((weekday) => (
            <Chip key={weekday} value={String(weekday)} size="xs" radius="md">
              {formats.weekday(sunday + weekday)}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
    </Group>
  );
}
