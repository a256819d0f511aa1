import { type ApiClient, type Json, recordOf } from "../harness/client.ts";

/** A new endpoint's request body. */
export const anEndpoint = (attributes: Json = {}): Json => ({
  webhook_endpoints: [{ url: "https://shop.example/events", ...attributes }],
});

/** Creates an endpoint and returns it with its secret. */
export async function createdEndpoint(client: ApiClient, attributes: Json = {}): Promise<Json> {
  const answer = await client.post("/webhook_endpoints", anEndpoint(attributes));
  if (answer.status !== 201) throw new Error(`The endpoint was answered ${answer.status}: ${answer.text}`);
  return recordOf(answer, "webhook_endpoints");
}

/** Reads an endpoint's current state. */
export const endpointOf = async (client: ApiClient, id: unknown): Promise<Json> =>
  recordOf(await client.get(`/webhook_endpoints/${id}`), "webhook_endpoints");
