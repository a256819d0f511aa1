import { WhenFields } from "../../components/records/when-fields.tsx";
import { needs, type RuleDraft, timeOf } from "./rule-draft.ts";
import { useSeasons } from "./rules.ts";

interface RuleTimesProps {
  readonly draft: RuleDraft;
  readonly setDraft: (draft: RuleDraft) => void;
  readonly table: number;
  readonly error: unknown;
}

/** The times at which a rule applies. Some kinds need dates. */
export function RuleTimes({ draft, setDraft, table, error }: RuleTimesProps) {
  const seasons = useSeasons(table).data ?? [];
  return (
    <WhenFields
      draft={{ ...draft, when: timeOf(draft) }}
      change={(changed) => setDraft({ ...draft, ...changed })}
      isFixed={needs[draft.kind].includes("period")}
      {...{ seasons, error }}
    />
  );
}
