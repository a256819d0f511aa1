import type { DemoAccount } from "@roost/demo/content/accounts.ts";
import { cleaningSteps, ruleNames } from "@roost/demo/content/rule-texts.ts";
import { textFor } from "@roost/demo/content/texts.ts";
import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import type { InProcessApi } from "./in-process-api.ts";

/** Days before the departure on which the rule plans the cleaning. Nearer departures get their task here. */
const daysAhead = 3;

/** An account's bookings by their index in the plan, its message template, and the epoch day of the demo. */
interface RuleParts {
  readonly planned: readonly PlannedBooking[];
  readonly bookings: readonly { readonly id: number }[];
  readonly template: number;
  readonly today: number;
}

/** Creates a rule that writes before the arrival, one that plans the cleaning, and the cleanings of the next days. */
export async function seedRules(
  counter: InProcessApi,
  { locales: [locale] }: DemoAccount,
  { planned, bookings, template, today }: RuleParts,
): Promise<void> {
  const steps = cleaningSteps.map((step) => textFor(step, locale));
  await counter.create("/automations", "automations", {
    ...{ name: textFor(ruleNames.arrival, locale), state: "on", trigger: "arrival", offset_days: -2, at: "17:00" },
    ...{ effect: "message", message_template_id: template },
  });
  await counter.create("/automations", "automations", {
    ...{ name: textFor(ruleNames.cleaning, locale), state: "on", trigger: "departure", offset_days: -daysAhead },
    ...{ at: "09:00", effect: "task", task_kind: "cleaning", task_checklist: steps },
  });
  for (const [index, { stay, canceled, visit, until }] of planned.entries()) {
    const isNear = stay.departure >= today && stay.departure < today + daysAhead;
    const booking = bookings[index];
    if (!isNear || !booking || !visit || canceled || until !== undefined) continue;
    await counter.create("/tasks", "tasks", { booking_id: booking.id, kind: "cleaning", checklist: steps });
  }
}
