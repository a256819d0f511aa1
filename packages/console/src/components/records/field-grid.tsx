import { FieldInput } from "../fields/field-input.tsx";
import type { RecordFields } from "./conditional-dialog.tsx";
import type { ShownField } from "./field-dialog.tsx";
import records from "./records.module.css";

interface FieldGridProps<D extends object> {
  readonly fields: readonly ShownField[];
  /** The dialog's draft. Its attributes of these names are texts. */
  readonly form: RecordFields<D>;
}

/** A draft's plain attributes, in columns where they fit. */
export function FieldGrid<D extends object>({ fields, form }: FieldGridProps<D>) {
  const { draft, setDraft, error } = form;
  const values = new Map<string, unknown>(Object.entries(draft));
  const textOf = (name: string): string => {
    const value = values.get(name);
    return typeof value === "string" ? value : "";
  };
  const change = (name: string, text: string) => setDraft((before) => ({ ...before, [name]: text }));
  return (
    <div className={records.fields}>
      {fields.map(({ label, description, choices, ...field }) => (
        <div key={field.name} className={field.kind === "notes" ? records.wide : undefined}>
          <FieldInput {...{ field, label, description, choices }} draft={{ error, change, valueOf: textOf }} />
        </div>
      ))}
    </div>
  );
}

/** The names of a grid's fields, and their values for people, for the dialog's conflicts and problems. */
export function wordsOf(fields: readonly ShownField[]) {
  const named = (name: string) => fields.find((one) => one.name === name);
  return {
    excluded: fields.map(({ name }) => name),
    nameOf: (name: string): string => named(name)?.label ?? name,
    textOf: (draft: object, name: string): string => {
      const text = String(new Map<string, unknown>(Object.entries(draft)).get(name) ?? "");
      return named(name)?.choices?.find(({ value }) => value === text)?.label ?? text;
    },
  };
}
