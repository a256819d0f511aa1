import { Select, Textarea, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { PartDraft } from "../draft.ts";
import type { Field, FieldName } from "./field-lists.ts";
import { useChoices } from "./use-choices.ts";

interface FieldInputProps {
  readonly field: Field<FieldName>;
  readonly draft: Pick<PartDraft, "valueOf" | "change" | "error">;
}

const numeric: ReadonlySet<string> = new Set(["count", "money", "degrees"]);

/** A field by its kind: a text, a number, or a list that can be searched. */
export function FieldInput({ field: { name, kind, isRequired = false }, draft }: FieldInputProps) {
  const { t } = useI18n();
  const choices = useChoices(kind);
  const common = {
    id: `field-${name}`,
    label: t(`rentalEditor.fields.${name}`),
    value: draft.valueOf(name),
    error: fieldProblem(draft.error, name),
  };
  if (choices)
    return (
      <Select
        {...common}
        data={choices}
        searchable
        allowDeselect={!isRequired}
        clearable={!isRequired}
        nothingFoundMessage={t("rentalEditor.noChoice")}
        value={common.value === "" ? null : common.value}
        onChange={(value) => draft.change(name, value ?? "")}
      />
    );
  const onChange = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    draft.change(name, currentTarget.value);
  if (kind === "notes") return <Textarea {...common} rows={4} maxLength={1000} onChange={onChange} />;
  return (
    <TextInput
      {...common}
      type={numeric.has(kind) ? "number" : kind === "email" ? "email" : "text"}
      {...(numeric.has(kind) && { step: kind === "count" ? 1 : "any" })}
      {...(kind === "count" || kind === "money" ? { min: 0 } : {})}
      {...(kind === "degrees" && (name === "lat" ? { min: -90, max: 90 } : { min: -180, max: 180 }))}
      required={name === "name"}
      onChange={onChange}
    />
  );
}
