import { Button, Group, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { ComingActions } from "./coming-actions.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import type { Rule } from "./rule-draft.ts";
import { useRuleNames } from "./rule-names.ts";
import { useRuleSentence } from "./rule-sentence.ts";
import { useRules, useRuleWriting } from "./rules.ts";

/** The account's rules as sentences, and their next actions (docs/guides/automations.md). */
export function AutomationsSection() {
  const { t } = useI18n();
  const { notify } = useNotices();
  const rules = useRules();
  const { names, reads } = useRuleNames();
  const { remove } = useRuleWriting();
  const [edited, setEdited] = useState<Rule | "new">();
  const [removed, setRemoved] = useState<Rule>();
  const sentenceOf = useRuleSentence(names);
  if (!rules.data || reads.some(({ data }) => !data)) return <Pending reads={[rules, ...reads]} />;
  const titleOf = (rule: Rule): string =>
    rule.name ??
    (rule.built_in === null ? t(`automations.effects.${rule.effect}`) : t(`automations.builtIn.${rule.built_in}`));
  const add = <Button onClick={() => setEdited("new")}>{t("automations.add")}</Button>;
  const isEmpty = rules.data.length === 0;
  return (
    <section>
      <h2>
        {t("settings.titles.automations")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("automations.about")}</p>
      {isEmpty && <EmptyState icon={Timer} text={t("automations.none")} action={add} />}
      <RecordList label={t("settings.titles.automations")}>
        {rules.data.map((rule) => (
          <RecordRow
            key={rule.id}
            name={titleOf(rule)}
            edit={() => setEdited(rule)}
            remove={rule.built_in === null ? () => setRemoved(rule) : undefined}
          >
            <p>{sentenceOf({ ...rule, template: rule.links.message_template })}</p>
            <RuleSwitch rule={rule} name={titleOf(rule)} />
          </RecordRow>
        ))}
      </RecordList>
      <ComingActions rules={rules.data} titleOf={titleOf} />
      {edited && (
        <RuleDialog id={edited === "new" ? undefined : edited.id} names={names} close={() => setEdited(undefined)} />
      )}
      {removed && (
        <ConfirmDialog
          title={t("automations.removeTitle", { name: titleOf(removed) })}
          confirmLabel={t("automations.removeNow")}
          act={() => remove(removed)}
          done={() => notify({ text: t("automations.removed", { name: titleOf(removed) }) })}
          close={() => setRemoved(undefined)}
        >
          <p>{t("automations.removing")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Whether a rule acts. */
function RuleSwitch({ rule, name }: { readonly rule: Rule; readonly name: string }) {
  const { t } = useI18n();
  const { switchTo } = useRuleWriting();
  const states = ["on", "paused", "off"] as const;
  const switching = useMutation({ mutationFn: (state: Rule["state"]) => switchTo(rule, state) });
  return (
    <Group gap="xs" mt="xs">
      <NativeSelect
        size="xs"
        aria-label={t("automations.stateOf", { name })}
        disabled={switching.isPending}
        value={switching.isPending ? switching.variables : rule.state}
        data={states.map((value) => ({ value, label: t(`automations.states.${value}`) }))}
        onChange={({ currentTarget }) => {
          const state = states.find((one) => one === currentTarget.value);
          if (state) switching.mutate(state);
        }}
      />
      <FormProblems error={switching.error} excluded={[]} />
    </Group>
  );
}
