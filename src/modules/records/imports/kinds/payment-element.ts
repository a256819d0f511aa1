import { parseHundredths } from "../../../../core/hundredths.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { attributeOf, jsonOf } from "../cell.ts";
import { ownColumns } from "../columns.ts";
import { instantOf } from "./booking-element.ts";

/** The booking of a payment's line. */
export interface PaidBooking {
  readonly id: number;
  readonly currency: string;
  readonly timeZone: string;
}

/** The method of a payment whose line names none. */
export const defaultMethod = "online";

/** A payment's body. Times without an offset are on the rental's clock. */
export function paymentElement(
  registry: ResourceRegistry,
  values: Readonly<Record<string, unknown>>,
  { currency, timeZone }: PaidBooking,
  now: number,
): Record<string, unknown> {
  const element: Record<string, unknown> = { currency, kind: defaultMethod };
  for (const [column, value] of Object.entries(values)) {
    const attribute = attributeOf(registry.get("payments"), column);
    if (!attribute || ownColumns.payments.includes(column)) continue;
    element[column] = attribute.type.title === "Time" ? instantOf(value, { timeZone, now }) : jsonOf(value, attribute);
  }
  if (values.amount !== undefined) element.amount_in_cents = inMinorUnits(values.amount, String(element.currency));
  return element;
}

/** An amount in minor units. Any other text, or one with more decimals than the currency has, stays, and is refused. */
export function inMinorUnits(amount: unknown, currency: string): unknown {
  const hundredths = parseHundredths(String(amount));
  if (hundredths === undefined) return amount;
  const units = hundredths / minorUnit(currency);
  return Number.isInteger(units) ? units : amount;
}
