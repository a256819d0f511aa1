import { Checkbox, Group, NativeSelect } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import { DayInput } from "../day-input.tsx";
import { fieldProblem } from "../form-problems.tsx";
import { textIn } from "../text-in.ts";

/** The ways to apply, which exclude each other. */
export const times = ["always", "seasons", "dates"] as const;

/** The times at which a rule or a fee applies, in its form. */
export interface WhenDraft {
  readonly when: (typeof times)[number];
  readonly seasons: readonly number[];
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
}

interface WhenFieldsProps {
  readonly draft: WhenDraft;
  readonly change: (changed: Partial<WhenDraft>) => void;
  /** A record that always has dates offers no choice. */
  readonly isFixed?: boolean;
  readonly seasons: readonly { readonly id: number; readonly name: Readonly<Record<string, string | null>> }[];
  readonly error: unknown;
}

/** The times at which a rule or a fee applies: always, in seasons, or between two dates. */
export function WhenFields({ draft, change, isFixed = false, seasons, error }: WhenFieldsProps) {
  const { language, t } = useI18n();
  const day = (name: "from" | "to", attribute: string, label: string) => (
    <DayInput
      required
      label={label}
      value={draft[name]}
      error={fieldProblem(error, attribute)}
      onDay={(text) => change({ [name]: text })}
    />
  );
  return (
    <>
      {!isFixed && (
        <NativeSelect
          label={t("rules.when")}
          value={draft.when}
          error={fieldProblem(error, "always_applied")}
          onChange={({ currentTarget: { value } }) =>
            change({ when: times.find((one) => one === value) ?? draft.when })
          }
          data={times.map((value) => ({ value, label: t(`rules.times.${value}`) }))}
        />
      )}
      {draft.when === "dates" && (
        <Group grow align="flex-start">
          {day("from", "start_date", t("rates.firstNight"))}
          {day("to", "end_date", t("rates.lastNight"))}
        </Group>
      )}
      {draft.when === "seasons" && (
        <fieldset>
          <legend>{t("rules.seasons")}</legend>
          {seasons.length === 0 && <p className="hint">{t("rules.noSeasons")}</p>}
          {seasons.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={textIn(name, language)}
              checked={draft.seasons.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                change({ seasons: checked ? [...draft.seasons, id] : draft.seasons.filter((one) => one !== id) })
              }
            />
          ))}
          <p className="bad">{fieldProblem(error, "season_ids")}</p>
        </fieldset>
      )}
    </>
  );
}
