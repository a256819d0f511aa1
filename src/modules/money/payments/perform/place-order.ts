import { dayOfInstant } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { queueStep } from "./payment-steps.ts";
import { queuePerforming } from "./queue-performing.ts";

/** A stored order. Amounts in minor units, the date in epoch days, `now` in epoch milliseconds. */
export interface PlacedOrder {
  readonly id: number;
  readonly amount: number;
  readonly kind: string;
  readonly capturableFrom: number | null;
  readonly now: number;
}

/** Queues an order's first step. Instant bookings and later captures are authorized first. */
export async function placeOrder(context: AccountTransaction, order: PlacedOrder): Promise<void> {
  const { id, amount, kind, capturableFrom, now } = order;
  const isLater = capturableFrom !== null && capturableFrom > dayOfInstant(now);
  const step = kind === "instant-booking" || isLater ? "authorize" : "charge";
  await queueStep(context, { payment: id, step, amount });
  await queuePerforming(context, id);
}
