import { isId, isMonth } from "../money-search.ts";

/** An owner's month, kept in the address. */
export interface StatementSearch {
  /** `YYYY-MM`. Default: last month. */
  readonly month?: string;
  /** The owner's contact. */
  readonly owner?: number;
  /** An owner without a contact; empty for the rentals without an owner. */
  readonly name?: string;
}

/** Parses the address. Invalid values are ignored. */
export function statementSearch({ month, owner, name }: Readonly<Record<string, unknown>>): StatementSearch {
  return {
    ...(isMonth(month) && { month }),
    ...(isId(owner) && { owner }),
    ...(typeof name === "string" && { name }),
  };
}
