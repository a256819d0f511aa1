import Type from "typebox";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { webhookEndpoint } from "../webhook-endpoint.ts";
import { queuePing } from "./queue-ping.ts";

/** The `meta` of a ping's response. */
export const pingMeta = { webhook_id: Type.String({ description: "The ping's webhook-id header." }) };

/** Queues a ping to an endpoint. @throws RequestError 422 for a disabled one */
export async function pingEndpoint(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  return { shows: webhookEndpoint, id, meta: { webhook_id: await queuePing(context, id) } };
}
