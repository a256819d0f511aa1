import { Failure } from "../../parts/failure.tsx";
import type { Formats } from "../../parts/formats.ts";
import { Waiting } from "../../parts/waiting.tsx";
import { useWords } from "../../words/words.tsx";
import type { PricedRental } from "./rate-map.ts";
import { useRuleSentences } from "./rule-words.ts";

/** Every rule of the rental's rates table as a sentence (pricing.md §3): first what refuses stays, then what changes their price. */
export function RulesView({ rental, formats }: { readonly rental: PricedRental; readonly formats: Formats }) {
  const { words } = useWords();
  const { rules, sentenceOf } = useRuleSentences(rental, formats);
  if (rules.error) return <Failure error={rules.error} reset={() => void rules.refetch()} />;
  if (rental.table === null) return <p className="hint">{words.rules.noTable}</p>;
  if (!rules.data) return <Waiting />;
  if (rules.data.length === 0) return <p className="hint">{words.rules.none}</p>;
  const refusing = rules.data.filter(({ kind }) => isRefusing(kind));
  const charging = rules.data.filter(({ kind }) => !isRefusing(kind));
  return (
    <>
      {(
        [
          [words.rules.refusing, refusing],
          [words.rules.charging, charging],
        ] as const
      ).map(([title, list]) => (
        <section key={title}>
          <h2>{title}</h2>
          {list.length === 0 && <p className="hint">{words.rules.none}</p>}
          <ul className="sentences">
            {list.map((rule) => (
              <li key={rule.id}>{sentenceOf(rule)}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const isRefusing = (kind: string): boolean => kind.startsWith("prevent_") || kind.endsWith("_only");
