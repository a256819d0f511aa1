import type { PropsWithChildren, ReactNode } from "react";
import type { Field } from "../../../components/fields/field.ts";
import { FieldInput } from "../../../components/fields/field-input.tsx";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { useDraft } from "../draft.ts";
import { PartForm } from "../part-form.tsx";
import { attributesOf, type Plain, textOf } from "./attributes.ts";

interface FieldsFormProps<Name extends string, Seen extends Readonly<Partial<Record<Name, Plain>>>> {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field<Name>[];
  readonly shown: Seen;
  readonly read: () => Promise<Seen>;
  readonly write: (seen: Seen, attributes: ReturnType<typeof attributesOf>) => Promise<unknown>;
  /** A field's label; undefined for the name of none. */
  readonly label: (name: string) => string | undefined;
  readonly hint?: (name: string) => string | undefined;
  /** The list of a field whose kind has none. */
  readonly choices?: (field: Field<Name>) => readonly Choice[] | undefined;
  readonly changedMeanwhile?: string;
  readonly className: string | undefined;
  /** Shown below the fields, with their present texts. */
  readonly footer?: (textIn: (name: Name) => string) => ReactNode;
}

/** A record's plain attributes, saved together. Its children stand above the fields. */
export function FieldsForm<Name extends string, Seen extends Readonly<Partial<Record<Name, Plain>>>>(
  props: PropsWithChildren<FieldsFormProps<Name, Seen>>,
) {
  const { id, title, fields, shown, read, write, label, hint, choices, className, footer, children } = props;
  const draft = useDraft<Seen>({
    title,
    shown,
    storedOf: (record) => Object.fromEntries(fields.map(({ name }) => [name, textOf(record[name])])),
    read,
    write: (seen, changes) => write(seen, attributesOf(fields, changes)),
  });
  const labelOf = (name: string) => label(name) ?? name;
  const { changedMeanwhile } = props;
  return (
    <PartForm
      {...{ id, title, draft, labelOf }}
      excluded={fields.map(({ name }) => name)}
      {...(changedMeanwhile !== undefined && { changedMeanwhile })}
    >
      {children}
      <div className={className}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            label={labelOf(field.name)}
            description={hint?.(field.name)}
            choices={choices?.(field)}
            draft={draft}
          />
        ))}
      </div>
      {footer?.(draft.valueOf)}
    </PartForm>
  );
}
