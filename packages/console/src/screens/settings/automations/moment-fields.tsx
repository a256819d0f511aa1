import { NativeSelect, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { RecordFields } from "../../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./automations.module.css";
import { foreseen, type RuleDraft, withTrigger } from "./rule-draft.ts";

/** The moment of a rule, in the order of its sentence: days, hours, before, arrival, at five. An hour on the rental's clock excludes hours. */
export function MomentFields({ draft, setDraft, error }: RecordFields<RuleDraft>) {
  const { t } = useI18n();
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }));
  const triggers = t.namesBelow("automations.triggers");
  return (
    <fieldset className={classes.line}>
      <legend>{t("automations.parts.when")}</legend>
      <TextInput
        type="number"
        label={t("automations.fields.days")}
        placeholder="0"
        value={draft.days}
        error={fieldProblem(error, "offset_days")}
        onChange={({ currentTarget }) => set({ days: currentTarget.value })}
      />
      <TextInput
        type="number"
        label={t("automations.fields.hours")}
        placeholder="0"
        value={draft.hours}
        error={fieldProblem(error, "offset_hours")}
        onChange={({ currentTarget }) => set({ hours: currentTarget.value })}
      />
      {foreseen.has(draft.trigger) && (
        <NativeSelect
          label={t("automations.fields.direction")}
          value={draft.direction}
          data={(["before", "after"] as const).map((value) => ({ value, label: t(`automations.sides.${value}`) }))}
          onChange={({ currentTarget }) => set({ direction: currentTarget.value === "before" ? "before" : "after" })}
        />
      )}
      <NativeSelect
        className={classes.double}
        label={t("automations.fields.trigger")}
        value={draft.trigger}
        error={fieldProblem(error, "trigger")}
        data={triggers.map((value) => ({ value, label: t(`automations.triggers.${value}`) }))}
        onChange={({ currentTarget }) =>
          setDraft((before) =>
            withTrigger(before, triggers.find((one) => one === currentTarget.value) ?? before.trigger),
          )
        }
      />
      {Number(draft.hours) === 0 && (
        <TextInput
          type="time"
          label={t("automations.fields.at")}
          value={draft.at}
          error={fieldProblem(error, "at")}
          onChange={({ currentTarget }) => set({ at: currentTarget.value })}
        />
      )}
      <NativeSelect
        label={t("automations.fields.if_late")}
        value={draft.if_late}
        data={(["skip", "send"] as const).map((value) => ({ value, label: t(`automations.late.${value}`) }))}
        onChange={({ currentTarget }) => set({ if_late: currentTarget.value === "send" ? "send" : "skip" })}
      />
    </fieldset>
  );
}
