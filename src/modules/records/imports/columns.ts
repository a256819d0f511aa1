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
  bookings: [
    ...["external_reference", "rental", "rental_id", "client", "source", "status", "last_night"],
    ...["paid_amount", "paid_at", "payment_method"],
  ],
  payments: ["external_reference", "booking", "booking_id", "amount"],
  rates: ["rental", "rental_id", "start_date", "end_date", "nightly_rate", "minimum_stay"],
};

/** Whether a kind stores a column, by Roost's name. A booking's `created_at` is its day of booking in the other system. */
export function isColumn(registry: ResourceRegistry, kind: ImportKind, column: string): boolean {
  if (ownColumns[kind].includes(column)) return true;
  if (kind === "rates") return false;
  const inner = /^client\.(.+)$/.exec(column)?.[1];
  // A guest's own reference is the column `client`.
  if (inner === "external_reference") return false;
  if (inner !== undefined) return kind === "bookings" && isColumn(registry, "clients", inner);
  if (kind === "bookings" && column === "created_at") return true;
  const attribute = attributeOf(registry.get(kind), column);
  return attribute?.traits.writable === true;
}
