/** A field's display and input. */
export type FieldKind =
  | "text"
  | "notes"
  | "email"
  | "count"
  | "money"
  | "degrees"
  | "percent"
  | "date"
  | "color"
  | "switch"
  | "locale"
  | "country"
  | "currency"
  | "zone"
  | "rental_type"
  | "base_rate_kind"
  | "rounding_kind";

export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly kind: FieldKind;
  /** The API requires a value: an empty number is 0. */
  readonly isRequired?: boolean;
}

export const field = <const Name extends string>(name: Name, kind: FieldKind = "text", isRequired = false) => ({
  ...{ name, kind, isRequired },
});
