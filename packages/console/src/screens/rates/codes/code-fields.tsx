import { Checkbox, NativeSelect, Select, TextInput } from "@mantine/core";
import { DayInput } from "../../../components/day-input.tsx";
import { DecimalInput } from "../../../components/decimal-input.tsx";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { currenciesIn } from "../../../components/lists/currencies.ts";
import { MoneyInput } from "../../../components/money-input.tsx";
import type { RecordFields } from "../../../components/records/conditional-dialog.tsx";
import records from "../../../components/records/records.module.css";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CodeDraft } from "./codes.ts";

interface CodeFieldsProps extends RecordFields<CodeDraft> {
  readonly rentals: readonly { readonly id: number; readonly name: string }[];
}

const attributes = {
  code: "discount_code",
  value: "percentage",
  minimum: "minimum_nights_booked",
  times: "number_of_times",
  from: "start_date",
  to: "end_date",
} as const;

/** The attributes whose problems are shown at their fields. */
export const codeFieldNames: readonly string[] = [
  ...Object.values(attributes),
  ...["fixed_amount", "minimum_spend", "currency", "rental_ids"],
];

/** A discount code's reduction and conditions. */
export function CodeFields({ draft, setDraft, error, rentals }: CodeFieldsProps) {
  const { language, t } = useI18n();
  const set = (change: Partial<CodeDraft>) => setDraft((before) => ({ ...before, ...change }));
  const isInMoney = draft.kind === "fixed_amount" || draft.condition === "minimum_spend";
  const text = (name: "code" | "times" | "minimum", label: string) => (
    <TextInput
      label={label}
      {...(name !== "code" && { type: "number", min: 1 })}
      required={name !== "times"}
      value={draft[name]}
      error={fieldProblem(error, attributes[name])}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  const decimal = (name: "value" | "minimum", problem: string) => ({
    required: true,
    label: t(`codes.fields.${name}`),
    value: draft[name],
    error: fieldProblem(error, problem),
    onChange: (value: number | string) => set({ [name]: String(value) }),
  });
  const day = (name: "from" | "to", label: string) => (
    <DayInput
      clearable
      label={label}
      value={draft[name]}
      error={fieldProblem(error, attributes[name])}
      onDay={(value) => set({ [name]: value })}
    />
  );
  return (
    <div className={records.fields}>
      {text("code", t("codes.fields.code"))}
      <NativeSelect
        label={t("codes.fields.kind")}
        value={draft.kind}
        data={(["percentage", "fixed_amount"] as const).map((value) => ({ value, label: t(`codes.kinds.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ kind: value === "fixed_amount" ? "fixed_amount" : "percentage" })
        }
      />
      {draft.kind === "percentage" ? (
        <DecimalInput {...decimal("value", "percentage")} />
      ) : (
        <MoneyInput currency={draft.currency} {...decimal("value", "fixed_amount")} />
      )}
      {isInMoney && (
        <Select
          label={t("codes.fields.currency")}
          searchable
          allowDeselect={false}
          data={currenciesIn(language)}
          value={draft.currency}
          error={fieldProblem(error, "currency")}
          onChange={(currency) => set({ currency: currency ?? draft.currency })}
        />
      )}
      <NativeSelect
        label={t("codes.fields.condition")}
        value={draft.condition}
        data={t.namesBelow("codes.conditions").map((value) => ({ value, label: t(`codes.conditions.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ condition: t.namesBelow("codes.conditions").find((one) => one === value) ?? "none" })
        }
      />
      {draft.condition === "minimum_nights_booked" && text("minimum", t("codes.fields.minimum"))}
      {draft.condition === "minimum_spend" && (
        <MoneyInput currency={draft.currency} {...decimal("minimum", "minimum_spend")} />
      )}
      {text("times", t("codes.fields.times"))}
      {day("from", t("codes.fields.from"))}
      {day("to", t("codes.fields.to"))}
      <Checkbox
        className={records.wide}
        label={t("codes.allRentals")}
        checked={draft.rentals === null}
        onChange={({ currentTarget: { checked } }) => set({ rentals: checked ? null : [] })}
      />
      {draft.rentals !== null && (
        <Checkbox.Group
          className={records.wide}
          label={t("codes.fields.rentals")}
          error={fieldProblem(error, "rental_ids")}
          value={[...draft.rentals]}
          onChange={(chosen) => set({ rentals: chosen })}
        >
          <div className={records.choices}>
            {rentals.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  );
}
