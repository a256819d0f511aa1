import type { Field } from "../../../components/fields/field.ts";
import type { Values } from "../draft.ts";

/** A plain attribute. */
export type Plain = string | number | boolean | null | undefined;

/** An attribute as the text of its field. */
export const textOf = (value: Plain): string => String(value ?? "");

/** The changed attributes. Empty fields become null, or 0 where the API requires a number. */
export function attributesOf(fields: readonly Field[], changes: Values) {
  const valueIn = ({ kind, isRequired }: Field, text: string) => {
    if (kind === "switch") return text === "true";
    if (kind === "count" || kind === "degrees") return text === "" && !isRequired ? null : Number(text);
    return text === "" && !isRequired ? null : text;
  };
  const changed = fields.filter(({ name }) => name in changes);
  return { ...Object.fromEntries(changed.map((field) => [field.name, valueIn(field, changes[field.name] ?? "")])) };
}
