import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { attributeOf, jsonOf } from "./cell.ts";
import { ownColumns } from "./columns.ts";
import type { Mapping } from "./mapping.ts";

/** What a file calls the state of a booking, and what that is in the body of one (bookings.md, States). */
const statuses: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  booked: { booked: true },
  tentative: {},
  unavailable: { unavailable: true },
  canceled: { booked: true },
};

/** The states that `status` names. */
export const statusNames = Object.keys(statuses);

/** The body of a booking; its rental, client and source stand in it by their ids once they are found. @param canceledAt of one that is canceled, where the line does not say; undefined to leave it */
export function bookingElement(
  registry: ResourceRegistry,
  values: Readonly<Record<string, unknown>>,
  mapping: Mapping,
  canceledAt: string | undefined,
): Record<string, unknown> {
  const element: Record<string, unknown> = { imported: true };
  for (const [column, value] of Object.entries(values)) {
    const attribute = attributeOf(registry.get("bookings"), column);
    const isOwn = column !== "external_reference" && ownColumns.bookings.includes(column);
    if (attribute && !isOwn) element[column] = jsonOf(value, attribute, mapping);
  }
  const status = statusOf(values);
  if (status === undefined) return element;
  const canceled = status === "canceled" && canceledAt !== undefined ? { canceled_at: canceledAt } : {};
  return { ...canceled, ...element, ...statuses[status] };
}

/** The state that a line names in any capitals; undefined for none, and for one that there is not. */
export function statusOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const name = String(values.status ?? "").toLowerCase();
  return Object.hasOwn(statuses, name) ? name : undefined;
}
