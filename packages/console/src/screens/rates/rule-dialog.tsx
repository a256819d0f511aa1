import { Button, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { Seen } from "../../components/conflict/version.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import { ConditionalDialog } from "../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./rates.module.css";
import { attributesOf, draftOf, type RuleDraft, ruleKinds } from "./rule-draft.ts";
import { RuleFields } from "./rule-fields.tsx";
import { RuleTimes } from "./rule-times.tsx";
import { useRuleSentences } from "./rule-words.ts";
import { useRuleWriting } from "./rule-writing.ts";
import type { Rule } from "./rules.ts";
import { TableNotice } from "./table-notice.tsx";

interface RuleDialogProps {
  readonly rental: PricedRental;
  readonly table: number;
  /** Undefined for a new rule. */
  readonly rule: Rule | undefined;
  /** A new rule's values. */
  readonly initial?: RuleDraft | undefined;
  readonly formats: Formats;
  readonly close: () => void;
}

const inlineFields = ["kind", "variables", "percentage", "fixed_amount", "season_ids", "start_date", "end_date"];

/** A rule is one sentence, so that two people's changes of it are a choice between two sentences. */
interface Draft {
  readonly rule: RuleDraft;
}

/** A form for a rule, with the resulting sentence above its button (console.md, Rates). */
export function RuleDialog({ rental, table, rule, initial, formats, close }: RuleDialogProps) {
  const { t } = useI18n();
  const { sentenceOf } = useRuleSentences(rental, formats);
  const { read, make, change } = useRuleWriting(table);
  const sentence = (draft: RuleDraft): string => {
    const { season_ids, ...attributes } = attributesOf(draft, rule);
    return sentenceOf({ ...attributes, links: { seasons: season_ids } });
  };
  return (
    <ConditionalDialog<Seen<Rule> | null, Draft>
      title={rule ? t("rules.change") : t("rules.add")}
      record={`rates_rules ${rule?.id}`}
      excluded={inlineFields}
      read={async () => (rule ? read(rule.id) : null)}
      begun={rule ? undefined : { shown: null }}
      draftOf={(seen) => ({ rule: seen ? draftOf(seen) : (initial ?? draftOf(undefined)) })}
      write={(seen, draft) => (seen ? change(seen, draft.rule) : make(draft.rule))}
      saved={t("rules.saved")}
      saveLabel={t("rules.save")}
      aside={rule && <RemoveRule {...{ rule, table, close }} />}
      nameOf={() => t("rules.kind")}
      textOf={(draft) => sentence(draft.rule)}
      close={close}
    >
      {({ draft, setDraft, error }) => {
        const set = (next: RuleDraft) => setDraft(() => ({ rule: next }));
        return (
          <>
            <TableNotice table={table} />
            <NativeSelect
              data-autofocus
              label={t("rules.kind")}
              value={draft.rule.kind}
              error={fieldProblem(error, "kind")}
              onChange={({ currentTarget: { value } }) =>
                set({ ...draft.rule, kind: ruleKinds.find((one) => one === value) ?? draft.rule.kind })
              }
              data={ruleKinds.map((value) => ({ value, label: t(`rules.titles.${value}`) }))}
            />
            <RuleFields draft={draft.rule} setDraft={set} {...{ rental, formats, error }} />
            <RuleTimes draft={draft.rule} setDraft={set} {...{ table, error }} />
            <p className={styles.sentence} aria-live="polite">
              {sentence(draft.rule)}
            </p>
          </>
        );
      }}
    </ConditionalDialog>
  );
}

interface RemoveRuleProps extends Pick<RuleDialogProps, "table" | "close"> {
  readonly rule: Rule;
}

function RemoveRule({ rule, table, close }: RemoveRuleProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { remove, restore } = useRuleWriting(table);
  const removing = useMutation({
    mutationFn: () => remove(rule),
    onSuccess: () => {
      close();
      notify({ text: t("rules.removed"), undo: () => restore(rule) });
    },
  });
  return (
    <div>
      <Button color="red" variant="outline" loading={removing.isPending} onClick={() => removing.mutate()}>
        {t("rules.remove")}
      </Button>
      <FormProblems error={removing.error} excluded={[]} />
    </div>
  );
}
