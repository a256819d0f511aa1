import { Button, Group, Modal, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";
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

/** A form for a rule, with the resulting sentence above its button (console.md, Rates). */
export function RuleDialog({ rental, table, rule, initial, formats, close }: RuleDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { sentenceOf } = useRuleSentences(rental, formats);
  const { make, change, remove, restore } = useRuleWriting(table);
  const [draft, setDraft] = useState(() => initial ?? draftOf(rule));
  const saving = useMutation({
    mutationFn: () => (rule ? change(rule, draft) : make(draft)),
    onSuccess: () => {
      close();
      notify({ text: t("rules.saved"), ...(rule && { undo: () => change(rule, draftOf(rule)) }) });
    },
  });
  const removing = useMutation({
    mutationFn: async (removed: Rule) => {
      await remove(removed);
      close();
      notify({ text: t("rules.removed"), undo: () => restore(removed) });
    },
  });
  const { season_ids, ...attributes } = attributesOf(draft, rule);
  return (
    <Modal
      opened
      onClose={close}
      title={rule ? t("rules.change") : t("rules.add")}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <TableNotice table={table} />
        <NativeSelect
          mb="sm"
          data-autofocus
          label={t("rules.kind")}
          value={draft.kind}
          error={fieldProblem(saving.error, "kind")}
          onChange={({ currentTarget }) =>
            setDraft({ ...draft, kind: ruleKinds.find((one) => one === currentTarget.value) ?? draft.kind })
          }
          data={ruleKinds.map((value) => ({ value, label: t(`rules.titles.${value}`) }))}
        />
        <RuleFields {...{ draft, setDraft, rental, formats }} error={saving.error} />
        <RuleTimes {...{ draft, setDraft, table }} error={saving.error} />
        <p className="sentence" aria-live="polite">
          {sentenceOf({ ...attributes, links: { seasons: season_ids } })}
        </p>
        <FormProblems error={saving.error ?? removing.error} excluded={inlineFields} />
        <Group justify="space-between" mt="md">
          {rule ? (
            <Button color="red" variant="outline" loading={removing.isPending} onClick={() => removing.mutate(rule)}>
              {t("rules.remove")}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" loading={saving.isPending}>
            {t("rules.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
