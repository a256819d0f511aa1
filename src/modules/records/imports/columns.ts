import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { attributeOf } from "./cell.ts";
import type { ImportKind } from "./source-line.ts";

/** Columns of a kind that are not attributes of its records (docs/guides/import.md). */
export const ownColumns: Readonly<Record<ImportKind, readonly string[]>> = {
  rentals: ["external_reference"],
  clients: [
    "external_reference",
    "email",
    "phone",
    ...["address1", "address2", "city", "state", "zip", "country_code"],
  ],
  bookings: ["external_reference", "rental", "rental_id", "client", "source", "status"],
  rates: ["rental", "rental_id", "start_date", "end_date", "nightly_rate", "minimum_stay"],
};

/** Whether a kind accepts a column, by Roost's name. */
export function isColumn(registry: ResourceRegistry, kind: ImportKind, column: string): boolean {
  if (ownColumns[kind].includes(column)) return true;
  if (kind === "rates") return false;
  const inner = /^client\.(.+)$/.exec(column)?.[1];
  if (inner !== undefined) return kind === "bookings" && isColumn(registry, "clients", inner);
  return attributeOf(registry.get(kind), column) !== undefined;
}
