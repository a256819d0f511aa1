import { Checkbox, NativeSelect } from "@mantine/core";
import type { Resource } from "@roost/client";
import { DayInput } from "../../components/day-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type FeeDraft, feeTimes } from "./fee-draft.ts";
import terms from "./terms.module.css";

interface FeeTimesProps {
  readonly draft: FeeDraft;
  readonly setDraft: (draft: FeeDraft) => void;
  readonly seasons: readonly Resource<"seasons">[];
  readonly error: unknown;
}

/** When a fee applies: always, in seasons, or between two dates. */
export function FeeTimes({ draft, setDraft, seasons, error }: FeeTimesProps) {
  const { language, t } = useI18n();
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
      <NativeSelect
        label={t("rules.when")}
        value={draft.when}
        error={fieldProblem(error, "always_applied")}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, when: feeTimes.find((one) => one === currentTarget.value) ?? draft.when })
        }
        data={feeTimes.map((value) => ({ value, label: t(`rules.times.${value}`) }))}
      />
      {draft.when === "dates" && (
        <div className={terms.pair}>
          {day("from", "start_date", t("rates.firstNight"))}
          {day("to", "end_date", t("rates.lastNight"))}
        </div>
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
