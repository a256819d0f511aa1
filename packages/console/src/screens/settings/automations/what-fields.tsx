import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { RecordFields } from "../../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./automations.module.css";
import { isAboutInquiries, type RuleDraft } from "./rule-draft.ts";
import type { RuleNames } from "./rule-names.ts";
import { TaskFields } from "./task-fields.tsx";

interface WhatFieldsProps extends RecordFields<RuleDraft> {
  readonly names: RuleNames;
}

/** A rule's effect and its text. */
export function WhatFields({ draft, setDraft, error, names }: WhatFieldsProps) {
  const { t } = useI18n();
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }));
  const isOfInquiries = isAboutInquiries(draft);
  const effects = t.namesBelow("automations.effects").filter((one) => !isOfInquiries || one !== "task");
  const isMessage = draft.effect === "message";
  return (
    <fieldset className={classes.line}>
      <legend>{t("automations.parts.what")}</legend>
      <NativeSelect
        className={classes.double}
        label={t("automations.fields.effect")}
        value={draft.effect}
        error={fieldProblem(error, "effect")}
        data={effects.map((value) => ({ value, label: t(`automations.effects.${value}`) }))}
        onChange={({ currentTarget }) =>
          set({ effect: effects.find((one) => one === currentTarget.value) ?? draft.effect })
        }
      />
      {isMessage && (
        <NativeSelect
          className={classes.double}
          label={t("automations.fields.template")}
          value={draft.template}
          error={fieldProblem(error, "message_template_id")}
          data={[
            { value: "", label: t(draft.built_in === null ? "automations.noTemplate" : "automations.ownMail") },
            ...names.templates,
          ]}
          onChange={({ currentTarget }) => set({ template: currentTarget.value })}
        />
      )}
      {isMessage && (
        <NativeSelect
          label={t("automations.fields.delivery")}
          value={draft.delivery}
          data={(["mail", "conversation"] as const).map((value) => ({
            value,
            label: t(`automations.deliveries.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            set({ delivery: currentTarget.value === "conversation" ? "conversation" : "mail" })
          }
        />
      )}
      {draft.effect === "mail" && (
        <TextInput
          className={classes.wide}
          label={t("automations.fields.recipients")}
          placeholder="ada@example.com, grace@example.com"
          value={draft.recipients}
          error={fieldProblem(error, "recipients")}
          onChange={({ currentTarget }) => set({ recipients: currentTarget.value })}
        />
      )}
      {draft.effect === "task" && <TaskFields draft={draft} set={set} error={error} />}
      {draft.effect !== "message" && draft.effect !== "webhook" && (
        <Textarea
          className={classes.wide}
          autosize
          minRows={3}
          label={t(draft.effect === "task" ? "tasks.notes" : "automations.fields.content")}
          value={draft.content}
          error={fieldProblem(error, "content")}
          onChange={({ currentTarget }) => set({ content: currentTarget.value })}
        />
      )}
      {isOfInquiries && <p className={`hint ${classes.wide}`}>{t("automations.inquiryTexts")}</p>}
    </fieldset>
  );
}
