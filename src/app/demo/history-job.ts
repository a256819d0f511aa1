import Type from "typebox";
import { defineJob } from "../../kernel/write/jobs/job.ts";

/**
 * Makes a mistake in the prices of a rental of the demo and mends it, each in a transaction of its own and by whom it is said to be: what
 * one transaction does to a record is one change. So the audit has something to find, and then what the settings show of webhooks and calendars. It is done after the start, and once.
 */
export const makeDemoHistory = defineJob("make_demo_history", {
  lane: "rest",
  payload: Type.Object({ rental: Type.Integer() }),
  attempts: 5,
  async run(context, { rental }) {
    const { makeHistory } = await import("./history.ts");
    await makeHistory(context, rental);
    const { connectOutside } = await import("./outside.ts");
    await connectOutside(context, rental);
  },
});
