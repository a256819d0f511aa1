import { Stack, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./automations.module.css";
import { ConditionFields } from "./condition-fields.tsx";
import { MomentFields } from "./moment-fields.tsx";
import { draftOfRule, type Rule, type RuleDraft, valuesOfDraft } from "./rule-draft.ts";
import { RuleForecast } from "./rule-forecast.tsx";
import type { RuleNames } from "./rule-names.ts";
import { useRuleSentence } from "./rule-sentence.ts";
import { useRuleWriting } from "./rules.ts";
import { WhatFields } from "./what-fields.tsx";

interface RuleDialogProps {
  /** Undefined for a new rule. */
  readonly id: number | undefined;
  readonly names: RuleNames;
  readonly close: () => void;
}

/** The attributes whose problems are shown at their fields. */
const shownProblems = [
  ...["name", "trigger", "offset_days", "offset_hours", "at", "effect", "message_template_id", "recipients", "content"],
  ...["rental_ids", "rentals_tag_ids", "bookings_tag_ids", "source_ids", "languages"],
  ...["min_nights", "max_nights", "min_lead_days", "max_lead_days"],
];

/** A rule in a form that reads as its sentence, with a forecast for current bookings. */
export function RuleDialog({ id, names, close }: RuleDialogProps) {
  const { t } = useI18n();
  const { writing } = useRuleWriting();
  const sentenceOf = useRuleSentence(names);
  return (
    <RecordDialog<Rule, RuleDraft, number>
      {...{ id, close, writing }}
      kind="automations"
      title={t(id === undefined ? "automations.add" : "automations.edit")}
      excluded={shownProblems}
      nameOf={(field) => t.find(`automations.fields.${field}`) ?? field}
      draftOf={draftOfRule}
      saved={t("automations.saved")}
    >
      {(form) => (
        <Stack>
          <p className={classes.sentence} aria-live="polite">
            {sentenceOf(valuesOfDraft(form.draft))}
          </p>
          <TextInput
            label={t("automations.fields.name")}
            value={form.draft.name}
            error={fieldProblem(form.error, "name")}
            onChange={({ currentTarget: { value } }) => form.setDraft((before) => ({ ...before, name: value }))}
          />
          <MomentFields {...form} />
          <WhatFields {...{ ...form, names }} />
          <ConditionFields {...{ ...form, names }} />
          <RuleForecast draft={form.draft} />
        </Stack>
      )}
    </RecordDialog>
  );
}
