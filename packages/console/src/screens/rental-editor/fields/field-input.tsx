import { Checkbox, Select, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { PartDraft } from "../draft.ts";
import type { Field } from "./field-lists.ts";
import { type Choice, useChoices } from "./use-choices.ts";

interface FieldInputProps {
  readonly field: Field;
  readonly label: string;
  readonly description?: string | undefined;
  /** The list of a kind that has none of its own. */
  readonly choices?: readonly Choice[] | undefined;
  readonly draft: Pick<PartDraft, "valueOf" | "change" | "error">;
}

const numeric: ReadonlySet<string> = new Set(["count", "money", "degrees"]);

/** Keeps the inputs of a row at one height. */
const descriptionBelow: NonNullable<TextInputProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];

/** A field by its kind: a text, a number, a switch, or a list that can be searched. */
export function FieldInput({ field, label, description, choices: own, draft }: FieldInputProps) {
  const { name, kind, isRequired = false } = field;
  const { t } = useI18n();
  const byKind = useChoices(kind);
  const choices = own ?? byKind;
  const value = draft.valueOf(name);
  const change = (text: string) => draft.change(name, text);
  const common = { id: `field-${name}`, label, description, error: fieldProblem(draft.error, name) };
  if (kind === "switch")
    return (
      <Checkbox
        {...common}
        checked={value === "true"}
        onChange={({ currentTarget }) => change(String(currentTarget.checked))}
      />
    );
  if (choices)
    return (
      <Select
        {...common}
        inputWrapperOrder={descriptionBelow}
        data={withStored(choices, value)}
        searchable
        allowDeselect={!isRequired}
        clearable={!isRequired}
        nothingFoundMessage={t("rentalEditor.noChoice")}
        value={value === "" ? null : value}
        onChange={(chosen) => change(chosen ?? "")}
      />
    );
  const shared = {
    ...{ ...common, value, inputWrapperOrder: descriptionBelow },
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change(currentTarget.value),
  };
  if (kind === "notes") return <Textarea {...shared} rows={4} maxLength={1000} />;
  return (
    <TextInput
      {...shared}
      type={numeric.has(kind) ? "number" : kind === "email" ? "email" : "text"}
      {...(numeric.has(kind) && { step: kind === "count" ? 1 : "any" })}
      {...(kind === "count" || kind === "money" ? { min: 0 } : {})}
      {...(kind === "degrees" && (name === "lat" ? { min: -90, max: 90 } : { min: -180, max: 180 }))}
      required={isRequired && kind === "text"}
    />
  );
}

/** The choices and the stored value, which the browser's list may lack, such as an old name of a time zone. */
const withStored = (choices: readonly Choice[], value: string): Choice[] =>
  value === "" || choices.some((one) => one.value === value) ? [...choices] : [{ value, label: value }, ...choices];
