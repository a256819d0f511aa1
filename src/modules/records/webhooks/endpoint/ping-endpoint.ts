import Type from "typebox";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { webhookEndpoint } from "../webhook-endpoint.ts";
import { queuePing } from "./queue-ping.ts";

/** Members of `meta` of the answer to a ping. */
export const pingMeta = { webhook_id: Type.String({ description: "The webhook-id header that the ping will have." }) };

/** Has a ping sent to an endpoint, soon after. @throws RequestError 422 for one that is disabled */
export async function pingEndpoint(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  return { shows: webhookEndpoint, id, meta: { webhook_id: await queuePing(context, id) } };
}
