import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import records from "../../components/records/records.module.css";
import { useI18n } from "../../i18n/i18n.ts";
import { NoTable } from "./no-table.tsx";
import { Presets } from "./presets.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { draftOf, type RuleDraft } from "./rule-draft.ts";
import { useRuleSentences } from "./rule-words.ts";
import type { Rule } from "./rules.ts";
import { TableNotice } from "./table-notice.tsx";

/** The table's rules as sentences (pricing.md §3): those that refuse stays, then those that change prices. */
export function RulesView({ rental, formats }: { readonly rental: PricedRental; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const { rules, sentenceOf } = useRuleSentences(rental, formats);
  const [edited, edit] = useState<Rule | RuleDraft>();
  if (rental.table === null) return <NoTable rental={rental} why={t("rules.noTable")} />;
  if (!rules.data) return <Pending reads={[rules]} />;
  const refusing = rules.data.filter(({ kind }) => isRefusing(kind));
  const charging = rules.data.filter(({ kind }) => !isRefusing(kind));
  return (
    <>
      <TableNotice table={rental.table} />
      {may("rates_write") && <Presets start={edit} />}
      {(
        [
          [t("rules.refusing"), refusing],
          [t("rules.charging"), charging],
        ] as const
      ).map(([title, list]) => (
        <section key={title}>
          <h2>{title}</h2>
          {list.length === 0 && <p className="hint">{t("rules.none")}</p>}
          <ul className={records.rows}>
            {list.map((rule) => (
              <li key={rule.id}>
                <span>{sentenceOf(rule)}</span>
                {may("rates_write") && (
                  <button
                    type="button"
                    className="quiet"
                    aria-label={t("rules.changeOf", { sentence: sentenceOf(rule) })}
                    onClick={() => edit(rule)}
                  >
                    {t("rules.changeIt")}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {may("rates_write") && (
        <Button mt="md" variant="default" onClick={() => edit(draftOf(undefined))}>
          {t("rules.add")}
        </Button>
      )}
      {edited && (
        <RuleDialog
          {...{ rental, formats }}
          table={rental.table}
          rule={"id" in edited ? edited : undefined}
          initial={"id" in edited ? undefined : edited}
          close={() => edit(undefined)}
        />
      )}
    </>
  );
}

const isRefusing = (kind: string): boolean => kind.startsWith("prevent_") || kind.endsWith("_only");
