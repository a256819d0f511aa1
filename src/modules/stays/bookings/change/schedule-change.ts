import Type from "typebox";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { paymentSchedule, scheduleJson, scheduleLine } from "../schedule/payment-schedule.ts";

/** A booking's payment schedule, as a separate statement. */
const scheduleSql = paymentSchedule.replaceAll(/:account_of\(\w+\)/g, "$1");

export const scheduleChangeMeta = {
  payment_schedule: Type.Optional(
    Type.Object(
      { before: Type.Array(scheduleLine), after: Type.Array(scheduleLine) },
      { description: "The payment schedule before and after, if new dates have changed it." },
    ),
  ),
};

/** The `meta` of a booking whose payment schedule changed. */
export type ScheduleChange = {
  readonly payment_schedule: { readonly before: unknown; readonly after: unknown };
};

/** Reads the payment schedule of a booking. */
async function readSchedule({ transaction, account }: WriteContext, id: number): Promise<string> {
  const row = await transaction.row<{ schedule: string }>(
    `select ${scheduleSql} as schedule from bookings where bookings.account_id = $1 and bookings.id = $2`,
    [account.id, id],
  );
  return row?.schedule ?? "";
}

/**
 * Runs a change of a locked booking, and compares its payment schedule before and after (bookings.md, Payment schedule).
 * @returns undefined if the schedule stayed
 */
export async function withScheduleChange(
  context: WriteContext,
  id: number,
  change: () => Promise<void>,
): Promise<ScheduleChange | undefined> {
  const before = await readSchedule(context, id);
  await change();
  const after = await readSchedule(context, id);
  if (before === after) return undefined;
  return { payment_schedule: { before: JSON.parse(scheduleJson(before)), after: JSON.parse(scheduleJson(after)) } };
}
