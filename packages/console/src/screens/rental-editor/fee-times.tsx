import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { fieldProblem } from "../../parts/form-problems.tsx";
import { useWords } from "../../words/words.tsx";
import { type FeeDraft, feeTimes } from "./fee-draft.ts";
import { textIn } from "./term-writing.ts";

interface FeeTimesProps {
  readonly draft: FeeDraft;
  readonly setDraft: (draft: FeeDraft) => void;
  readonly seasons: readonly Resource<"seasons">[];
  readonly error: unknown;
}

/** When a fee applies: always, in seasons, or between two dates; one excludes the others. */
export function FeeTimes({ draft, setDraft, seasons, error }: FeeTimesProps) {
  const { language, words } = useWords();
  const said = words.rules;
  const day = (name: "from" | "to", attribute: string, label: string) => (
    <TextInput
      type="date"
      required
      label={label}
      value={draft[name]}
      error={fieldProblem(error, attribute)}
      onChange={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
    />
  );
  return (
    <>
      <NativeSelect
        label={said.when}
        value={draft.when}
        error={fieldProblem(error, "always_applied")}
        onChange={({ currentTarget }) =>
          setDraft({ ...draft, when: feeTimes.find((one) => one === currentTarget.value) ?? draft.when })
        }
        data={feeTimes.map((value) => ({ value, label: said.times[value] }))}
      />
      {draft.when === "dates" && (
        <div className="pair">
          {day("from", "start_date", words.rates.firstNight)}
          {day("to", "end_date", words.rates.lastNight)}
        </div>
      )}
      {draft.when === "seasons" && (
        <fieldset>
          <legend>{said.seasons}</legend>
          {seasons.length === 0 && <p className="hint">{said.noSeasons}</p>}
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
