import { publishChange } from "../../../../kernel/changes/publish-change.ts";
import type { Effect } from "./effect.ts";

/** Publishes `automation.fired`, which webhooks deliver. */
export const publishEvent: Effect = async (context, { id, rule, about }) => {
  await publishChange(context, {
    resource: "scheduled_actions",
    id,
    operation: "fired",
    changes: {
      automation_id: [null, rule],
      ...("booking" in about ? { booking_id: [null, about.booking] } : { inquiry_id: [null, about.inquiry] }),
    },
  });
  return undefined;
};
