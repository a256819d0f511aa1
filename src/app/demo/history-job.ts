import Type from "typebox";
import { defineJob } from "../../kernel/write/jobs/job.ts";

/**
 * Gives the audit a pricing mistake and its correction, each in its own transaction and by its own actor, because one transaction makes one
 * change. Then adds webhooks and calendars for the settings pages. Runs once, after the start.
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
