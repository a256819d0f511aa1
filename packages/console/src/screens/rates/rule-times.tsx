import { Checkbox, Group, NativeSelect } from "@mantine/core";
import { DayInput } from "../../components/day-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { needs, type RuleDraft, timeOf, times } from "./rule-draft.ts";
import { nameIn } from "./rule-words.ts";
import { useSeasons } from "./rules.ts";

interface RuleTimesProps {
  readonly draft: RuleDraft;
  readonly setDraft: (draft: RuleDraft) => void;
  readonly table: number;
  readonly error: unknown;
}

/** When a rule applies: always, in seasons, or between two dates. */
export function RuleTimes({ draft, setDraft, table, error }: RuleTimesProps) {
  const { language, t } = useI18n();
  const seasons = useSeasons(table).data ?? [];

  const when = timeOf(draft);
  const day = (name: "from" | "to", attribute: string, label: string) => (
    <DayInput
      required
      label={label}
      value={draft[name]}
      error={fieldProblem(error, attribute)}
      onDay={(text) => setDraft({ ...draft, [name]: text })}
    />
  );
  return (
    <>
      {!needs[draft.kind].includes("period") && (
        <NativeSelect
          label={t("rules.when")}
          value={when}
          error={fieldProblem(error, "always_applied")}
          onChange={({ currentTarget }) =>
            setDraft({ ...draft, when: times.find((one) => one === currentTarget.value) ?? draft.when })
          }
          data={times.map((value) => ({ value, label: t(`rules.times.${value}`) }))}
        />
      )}
      {when === "dates" && (
        <Group grow align="flex-start">
          {day("from", "start_date", t("rates.firstNight"))}
          {day("to", "end_date", t("rates.lastNight"))}
        </Group>
      )}
      {when === "seasons" && (
        <fieldset>
          <legend>{t("rules.seasons")}</legend>
          {seasons.length === 0 && <p className="hint">{t("rules.noSeasons")}</p>}
          {seasons.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={nameIn(name, language)}
              checked={draft.seasons.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                setDraft({
                  ...draft,
                  seasons: checked ? [...draft.seasons, id] : draft.seasons.filter((one) => one !== id),
                })
              }
            />
          ))}
          <p className="bad">{fieldProblem(error, "season_ids")}</p>
        </fieldset>
      )}
    </>
  );
}
