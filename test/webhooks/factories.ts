import { type ApiClient, type Json, recordOf } from "../harness/client.ts";

/** What a new endpoint is written as. */
export const anEndpoint = (attributes: Json = {}): Json => ({
  webhook_endpoints: [{ url: "https://shop.example/events", ...attributes }],
});

/** Sets up an endpoint, and answers it with its secret. */
export async function createdEndpoint(client: ApiClient, attributes: Json = {}): Promise<Json> {
  const answer = await client.post("/webhook_endpoints", anEndpoint(attributes));
  if (answer.status !== 201) throw new Error(`The endpoint was answered ${answer.status}: ${answer.text}`);
  return recordOf(answer, "webhook_endpoints");
}

/** An endpoint as it is now. */
export const endpointOf = async (client: ApiClient, id: unknown): Promise<Json> =>
  recordOf(await client.get(`/webhook_endpoints/${id}`), "webhook_endpoints");
