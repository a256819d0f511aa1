import { NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { DayInput } from "../../components/day-input.tsx";
import { DecimalInput } from "../../components/decimal-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { RecordFields } from "../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import terms from "./terms.module.css";

export type Tax = Resource<"taxes">;

/** A tax of a rental in the form: one of the account's, or a new one with its attributes. */
export interface TaxDraft {
  /** Its id; empty for a new one. */
  readonly tax: string;
  readonly isIncluded: boolean;
  /** In the account's default language. */
  readonly name: string;
  readonly kind: Tax["kind"];
  readonly percentage: string;
  readonly start_date: string;
}

/** The attributes of a new tax, whose problems are shown at their fields. */
export const newTaxFields = ["name", "kind", "percentage", "start_date"] as const;

/** Fields for a new account tax. Other rentals can use it later. */
export function NewTaxFields({ draft, setDraft, error }: RecordFields<TaxDraft>) {
  const { t } = useI18n();
  const shared = (field: "name" | "percentage") => ({
    label: t(`rentalTerms.taxes.fields.${field}`),
    value: draft[field],
    error: fieldProblem(error, field),
  });
  const kinds = t.namesBelow("rentalTerms.taxes.kinds");
  return (
    <fieldset>
      <legend>{t("rentalTerms.taxes.another")}</legend>
      <p className="hint">{t("rentalTerms.taxes.anotherHint")}</p>
      <TextInput
        required
        {...shared("name")}
        onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, name: value }))}
      />
      <NativeSelect
        label={t("rentalTerms.taxes.kind")}
        value={draft.kind}
        error={fieldProblem(error, "kind")}
        onChange={({ currentTarget: { value } }) =>
          setDraft((now) => ({ ...now, kind: kinds.find((one) => one === value) ?? now.kind }))
        }
        data={kinds.map((value) => ({ value, label: t(`rentalTerms.taxes.kinds.${value}`) }))}
      />
      <div className={terms.pair}>
        <DecimalInput
          required
          {...shared("percentage")}
          onChange={(percentage) => setDraft((now) => ({ ...now, percentage: String(percentage) }))}
        />
        <DayInput
          required
          label={t("rentalTerms.taxes.fields.start_date")}
          value={draft.start_date}
          error={fieldProblem(error, "start_date")}
          onDay={(start_date) => setDraft((now) => ({ ...now, start_date }))}
        />
      </div>
    </fieldset>
  );
}
