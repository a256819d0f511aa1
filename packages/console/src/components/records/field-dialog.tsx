import type { PropsWithChildren } from "react";
import type { Field } from "../fields/field.ts";
import { FieldInput } from "../fields/field-input.tsx";
import type { Choice } from "../fields/use-choices.ts";
import { RecordDialog } from "./record-dialog.tsx";
import type { RecordWriting } from "./record-writing.ts";
import records from "./records.module.css";

/** A record's attributes in a form, as text. */
export type FieldsDraft = Readonly<Record<string, string>>;

/** A field with its words. */
export interface ShownField extends Field {
  readonly label: string;
  readonly description?: string | undefined;
  readonly choices?: readonly Choice[] | undefined;
}

interface FieldDialogProps<R extends { readonly id: number }> {
  /** Undefined for a new record. */
  readonly id: number | undefined;
  readonly kind: string;
  readonly title: string;
  readonly fields: readonly ShownField[];
  readonly writing: RecordWriting<R, FieldsDraft, number>;
  readonly draftOf: (record: R | undefined) => FieldsDraft;
  /** The notice after the write. */
  readonly saved: string;
  readonly close: () => void;
}

/** A form for a record of plain attributes. Its children are a hint below the fields. */
export function FieldDialog<R extends { readonly id: number }>(props: PropsWithChildren<FieldDialogProps<R>>) {
  const { fields, children, ...rest } = props;
  return (
    <RecordDialog<R, FieldsDraft, number>
      {...rest}
      excluded={fields.map(({ name }) => name)}
      nameOf={(name) => fields.find((one) => one.name === name)?.label ?? name}
    >
      {({ draft, setDraft, error }) => {
        const change = (name: string, value: string) => setDraft((before) => ({ ...before, [name]: value }));
        const values = { error, change, valueOf: (name: string) => draft[name] ?? "" };
        return (
          <div className={records.fields}>
            {fields.map(({ label, description, choices, ...field }) => (
              <div key={field.name} className={field.kind === "notes" ? records.wide : undefined}>
                <FieldInput {...{ field, label, description, choices }} draft={values} />
              </div>
            ))}
            {children && <p className={`hint ${records.wide}`}>{children}</p>}
          </div>
        );
      }}
    </RecordDialog>
  );
}
