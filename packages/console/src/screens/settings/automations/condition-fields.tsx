import { NativeSelect, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { RecordFields } from "../../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./automations.module.css";
import { ListChoice } from "./list-choice.tsx";
import { isAboutInquiries, type RuleDraft } from "./rule-draft.ts";
import type { RuleNames } from "./rule-names.ts";

interface ConditionFieldsProps extends RecordFields<RuleDraft> {
  readonly names: RuleNames;
}

const lists = ["rental_ids", "source_ids", "rentals_tag_ids", "bookings_tag_ids", "languages"] as const;
const counts = ["min_nights", "max_nights", "min_lead_days", "max_lead_days"] as const;

/** The bookings or inquiries that a rule is for. An empty field excludes none. An inquiry has no tags, payments or origin. */
export function ConditionFields({ draft, setDraft, error, names }: ConditionFieldsProps) {
  const { t } = useI18n();
  const ofBookings = !isAboutInquiries(draft);
  const set = (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change }));
  return (
    <fieldset className={classes.line}>
      <legend>{t("automations.parts.only")}</legend>
      {lists
        .filter((attribute) => names[attribute].length > 0 && (ofBookings || attribute !== "bookings_tag_ids"))
        .map((attribute) => (
          <ListChoice
            key={attribute}
            label={t(`automations.fields.${attribute}`)}
            data={names[attribute]}
            chosen={draft[attribute]}
            problem={fieldProblem(error, attribute)}
            choose={(chosen) => set({ [attribute]: chosen })}
          />
        ))}
      {counts.map((attribute) => (
        <TextInput
          key={attribute}
          type="number"
          min={0}
          label={t(`automations.fields.${attribute}`)}
          value={draft[attribute]}
          error={fieldProblem(error, attribute)}
          onChange={({ currentTarget }) => set({ [attribute]: currentTarget.value })}
        />
      ))}
      {ofBookings && (
        <NativeSelect
          label={t("automations.fields.payment_state")}
          value={draft.payment_state}
          data={[
            { value: "", label: t("automations.any") },
            ...(["paid", "unpaid"] as const).map((value) => ({ value, label: t(`automations.payments.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ payment_state: value === "paid" || value === "unpaid" ? value : "" })
          }
        />
      )}
      <NativeSelect
        label={t("automations.fields.guests")}
        value={draft.guests}
        data={[
          { value: "", label: t("automations.all") },
          ...(["new", "returning"] as const).map((value) => ({ value, label: t(`automations.guests.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          set({ guests: value === "new" || value === "returning" ? value : "" })
        }
      />
      {ofBookings && (
        <NativeSelect
          className={classes.double}
          label={t("automations.fields.imported")}
          value={draft.imported}
          data={(["excluded", "included", "only"] as const).map((value) => ({
            value,
            label: t(`automations.imports.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            set({ imported: value === "included" || value === "only" ? value : "excluded" })
          }
        />
      )}
    </fieldset>
  );
}
