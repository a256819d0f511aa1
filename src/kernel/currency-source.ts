/** The source of the currency of a resource's money attributes (`Attribute.money`). */
export type CurrencySource =
  /** In its attribute `currency`. Without one, a new record takes its parent's, or the one that `missing` (SQL over the account, `$1`) selects. */
  | { readonly kind: "own"; readonly missing?: string }
  /** In the record that its column names. */
  | { readonly kind: "parent"; readonly resource: string; readonly column: string }
  /** In the records of a resource whose column names it: an amount must fit all of their currencies. */
  | { readonly kind: "children"; readonly resource: string; readonly column: string };

export const ownCurrency = (missing?: string): CurrencySource =>
  missing === undefined ? { kind: "own" } : { kind: "own", missing };

export const currencyOfParent = (resource: string, column: string): CurrencySource => ({
  kind: "parent",
  resource,
  column,
});

export const currencyOfChildren = (resource: string, column: string): CurrencySource => ({
  kind: "children",
  resource,
  column,
});
