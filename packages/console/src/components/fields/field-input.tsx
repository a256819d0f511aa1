import { Checkbox, Select, Textarea, TextInput, type TextInputProps } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import { DayInput } from "../day-input.tsx";
import { DecimalInput } from "../decimal-input.tsx";
import { fieldProblem } from "../form-problems.tsx";
import { MoneyInput } from "../money-input.tsx";
import type { Field, FieldKind } from "./field.ts";
import { type Choice, useChoices } from "./use-choices.ts";

/** A form's values as text, by field. */
export interface FieldDraft {
  readonly error: unknown;
  valueOf(field: string): string;
  change(field: string, value: string): void;
}

interface FieldInputProps {
  readonly field: Field;
  readonly label: string;
  readonly description?: string | undefined;
  /** The list of a kind without its own. */
  readonly choices?: readonly Choice[] | undefined;
  readonly draft: FieldDraft;
}

/** Keeps the inputs of a row at one height. */
const descriptionBelow: NonNullable<TextInputProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];

/** A field by its kind: a text, a number, an amount in the currency of its form, a switch, or a list that can be searched. */
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
  if (kind === "notes") return <Textarea {...shared} autosize minRows={4} />;
  if (kind === "money")
    return (
      <MoneyInput
        {...{ ...common, value, inputWrapperOrder: descriptionBelow }}
        currency={draft.valueOf("currency")}
        onChange={(amount) => change(String(amount))}
      />
    );
  if (kind === "date")
    return <DayInput {...common} value={value} required={isRequired} clearable={!isRequired} onDay={change} />;
  if (kind === "percent" || kind === "degrees")
    return (
      <DecimalInput
        {...{ ...common, value, inputWrapperOrder: descriptionBelow }}
        required={isRequired}
        onChange={(number) => change(String(number))}
      />
    );
  return (
    <TextInput
      {...shared}
      type={typeOf(kind)}
      {...(kind === "count" && { step: 1, min: 0 })}
      required={isRequired && ["text", "email"].includes(kind)}
    />
  );
}

function typeOf(kind: FieldKind): "number" | "email" | "color" | "text" {
  if (kind === "count") return "number";
  return kind === "email" || kind === "color" ? kind : "text";
}

/** The choices and the stored value, which the browser's list may lack, such as an old name of a time zone. */
const withStored = (choices: readonly Choice[], value: string): Choice[] =>
  value === "" || choices.some((one) => one.value === value) ? [...choices] : [{ value, label: value }, ...choices];
