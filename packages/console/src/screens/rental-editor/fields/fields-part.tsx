import type { PropsWithChildren } from "react";
import type { Field } from "../../../components/fields/field.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type EditedRental, useRentalWriting } from "../edited-rental.ts";
import styles from "../rental-editor.module.css";
import { type FieldName, type FieldPart, partFields } from "./field-lists.ts";
import { FieldsForm } from "./fields-form.tsx";
import { MapLink } from "./map-link.tsx";

interface FieldsPartProps {
  readonly part: FieldPart;
  readonly rental: EditedRental;
}

/** A part of the rental's plain attributes. */
export function FieldsPart({ part, rental, children }: PropsWithChildren<FieldsPartProps>) {
  const { t } = useI18n();
  const fields: readonly Field<FieldName>[] = partFields[part];
  return (
    <FieldsForm
      id={part}
      title={t(`rentalEditor.titles.${part}`)}
      {...useRentalWriting(rental.id)}
      fields={fields}
      shown={rental}
      label={(name) => t.find(`rentalEditor.fields.${name}`)}
      className={styles.fields}
      footer={(textIn) => part === "basics" && <MapLink lat={textIn("lat")} lng={textIn("lng")} />}
    >
      {children}
    </FieldsForm>
  );
}
