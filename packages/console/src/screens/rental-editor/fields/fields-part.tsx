import type { PropsWithChildren } from "react";
import type { Field } from "../../../components/fields/field.ts";
import { FieldInput } from "../../../components/fields/field-input.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useDraft, type Values } from "../draft.ts";
import { type EditedRental, useRentalWriting } from "../edited-rental.ts";
import { PartForm } from "../part-form.tsx";
import styles from "../rental-editor.module.css";
import { type FieldName, type FieldPart, partFields } from "./field-lists.ts";
import { MapLink } from "./map-link.tsx";

interface FieldsPartProps {
  readonly part: FieldPart;
  readonly rental: EditedRental;
}

/** A part of plain attributes, saved together. */
export function FieldsPart({ part, rental, children }: PropsWithChildren<FieldsPartProps>) {
  const { t } = useI18n();
  const fields: readonly Field<FieldName>[] = partFields[part];
  const title = t(`rentalEditor.titles.${part}`);
  const { read, write } = useRentalWriting(rental.id);
  const draft = useDraft<EditedRental>({
    title,
    shown: rental,
    storedOf: (record) => Object.fromEntries(fields.map(({ name }) => [name, textOf(record[name])])),
    read,
    write: (seen, changes) => write(seen, attributesOf(fields, changes)),
  });
  const labelOf = (name: string) => {
    const found = fields.find((one) => one.name === name);
    return found ? t(`rentalEditor.fields.${found.name}`) : name;
  };
  return (
    <PartForm id={part} title={title} draft={draft} excluded={fields.map(({ name }) => name)} labelOf={labelOf}>
      {children}
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldInput key={field.name} field={field} label={t(`rentalEditor.fields.${field.name}`)} draft={draft} />
        ))}
      </div>
      {part === "basics" && <MapLink lat={draft.valueOf("lat")} lng={draft.valueOf("lng")} />}
    </PartForm>
  );
}

export const textOf = (value: string | number | boolean | null | undefined): string => String(value ?? "");

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
