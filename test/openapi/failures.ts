import { type Answer, ApiClient } from "../harness/client.ts";
import { aGuest } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";

const key = "01234567-89ab-4cde-8f01-23456789abcd";

/** Provokes every failure that a client can cause and returns the bodies by status. */
export async function executedFailures(service: TestService, client: ApiClient): Promise<Record<string, unknown>> {
  const narrow = await service.aClient(client.account, { scopes: ["public"] });
  const hurried = await service.aClient(client.account);
  await service.sql("update applications set rate_limit = 1 where id = $1", [hurried.application]);
  await hurried.get("/me");
  const source = (name: string) => ({ sources: [{ name }] });
  await client.post("/sources", source("Channel A"), { "idempotency-key": key });
  const guest = await aGuest(client);
  const provoked: Readonly<Record<number, Promise<Answer>>> = {
    400: client.get("/rentals?page=0"),
    401: new ApiClient(service.url, "no-token").get("/rentals"),
    403: narrow.get("/clients"),
    404: client.get("/rentals/999999"),
    406: client.get("/rentals", { accept: "text/html" }),
    409: client.post("/sources", source("Channel B"), { "idempotency-key": key }),
    412: client.put(`/clients/${guest.id}`, { clients: [{ notes: "Late" }] }, { "if-match": '"outdated"' }),
    413: client.post("/sources", `{"sources":[{"name":"${"a".repeat(1_048_576)}"}]}`),
    415: client.post("/sources", "name=Channel", { "content-type": "application/x-www-form-urlencoded" }),
    422: client.post("/clients", { clients: [{ firstname: 1, emails: [{ email: "nobody" }] }] }),
    429: hurried.get("/me"),
  };
  const bodies: Record<string, unknown> = {};
  for (const [status, answer] of Object.entries(provoked)) {
    const { status: answered, json, text } = await answer;
    if (String(answered) !== status) throw new Error(`${answered} instead of ${status}: ${text}`);
    bodies[status] = json;
  }
  return bodies;
}
