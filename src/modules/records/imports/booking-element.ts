import type { ResourceRegistry } from "../../../kernel/registry.ts";
import { attributeOf, jsonOf } from "./cell.ts";
import { ownColumns } from "./columns.ts";
import type { Mapping } from "./mapping.ts";

/** A file's booking states and the attributes they stand for (bookings.md, States). */
const statuses: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  booked: { booked: true },
  tentative: {},
  unavailable: { unavailable: true },
  canceled: { booked: true },
};

/** The accepted values of `status`. */
export const statusNames = Object.keys(statuses);

/**
 * A booking's body, without the ids of its rental, client and source.
 * @param canceledAt for a canceled booking whose line has no time; undefined leaves the time as it is
 */
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

/** A line's state, in any case; undefined if it has none or an unknown one. */
export function statusOf(values: Readonly<Record<string, unknown>>): string | undefined {
  const name = String(values.status ?? "").toLowerCase();
  return Object.hasOwn(statuses, name) ? name : undefined;
}
