import { expect, onTestFinished, test } from "vitest";
import { issueAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aGuest, created } from "../harness/factories.ts";
import { fullScopes } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { plainSettings, Service } from "../start/service.ts";
import { aReceiver, type Received } from "./receiver.ts";

/** A service that can send webhooks to this machine. Its database survives when the service is killed. */
class Place {
  readonly sql: (text: string, values?: unknown[]) => Promise<Json[]>;
  private readonly settings: Record<string, string>;
  private service: Service | undefined;

  private constructor(settings: Record<string, string>, sql: Place["sql"]) {
    this.settings = settings;
    this.sql = sql;
  }

  static async open(): Promise<{ place: Place; client: ApiClient }> {
    const { owner, application: login, drop } = await aDatabase();
    onTestFinished(drop);
    const settings: Record<string, string> = {
      ...(await plainSettings()),
      DATABASE_URL: urlOf(owner),
      ROOST_SECRETS_KEY: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      ROOST_PRIVATE_FETCH: "127.0.0.1",
    };
    const place = new Place(settings, async (text, values = []) => (await runSql(owner, text, values)).rows);
    await place.start();
    const [account] = await place.sql("insert into accounts (business_name) values ('Les Robles') returning id::int");
    const [application] = await place.sql(
      `insert into applications (name, client_id, client_secret_digest, scopes, rate_limit)
       values ('Test', 'test', '\\x00', $1, 1000000) returning id::int`,
      [fullScopes],
    );
    const given = { account: Number(account?.id), application: Number(application?.id), scopes: fullScopes };
    await place.sql("insert into accounts_applications (account_id, application_id, scopes) values ($1, $2, $3)", [
      given.account,
      given.application,
      fullScopes,
    ]);
    const database = await openApplicationDatabase(login, 1);
    const token = await database.transaction((transaction) => issueAccessToken(transaction, given));
    await database.close();
    const url = `http://127.0.0.1:${settings.ROOST_HTTP_PORT}`;
    return { place, client: new ApiClient(url, token, given.account, given.application) };
  }

  private async start(): Promise<void> {
    this.service = await new Service(this.settings).ready();
  }

  /** Kills the service in the middle of its work. */
  async kill(): Promise<void> {
    await this.service?.signal("SIGKILL");
    await this.start();
  }

  async end(): Promise<void> {
    expect(await this.service?.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  }
}

test("a receiver gets every message in order per record, despite its failures and killed services", async () => {
  const { place, client } = await Place.open();
  const receiver = await aReceiver(Date.now);
  // Every seventh message fails once, and its record's later messages wait. A second failure would delay them for minutes.
  const seen = new Set<string>();
  receiver.answers((response, { webhookId }) => {
    const fails = !seen.has(webhookId) && seen.add(webhookId).size % 7 === 0;
    response.writeHead(fails ? 503 : 204).end();
  });
  const endpoint = await created(client, "/webhook_endpoints", "webhook_endpoints", {
    url: receiver.url,
    event_types: ["client.created", "client.updated"],
  });
  receiver.holds(String(endpoint.secret));

  const guests: Json[] = [];
  for (let number = 0; number < 8; number++) guests.push(await aGuest(client, { fullname: `Guest ${number}` }));
  const change = async (notes: string): Promise<void> => {
    for (const { id } of guests) {
      const answer = await client.put(`/clients/${String(id)}`, { clients: [{ notes }] });
      expect(answer.status, answer.text).toBe(200);
    }
  };
  await change("before");
  await until(() => receiver.received.length > 3);
  await place.kill();
  await change("after");

  const told = (): Map<string, Received> => new Map(receiver.received.map((message) => [message.webhookId, message]));
  const waiting = "select count(*)::int as count from webhook_messages where delivered_at is null";
  await until(async () => told().size >= 24 && (await place.sql(waiting))[0]?.count === 0);
  await place.end();

  expect(receiver.refused).toEqual([]);
  for (const { id } of guests) {
    const [first, second, third] = [...told().values()].filter(({ data }) => data.id === id);
    expect([first?.type, second?.type, third?.type]).toEqual(["client.created", "client.updated", "client.updated"]);
    expect([second?.data.changed, third?.data.changed]).toEqual([["notes"], ["notes"]]);
    expect(third?.data.record).toMatchObject({ id, notes: "after" });
  }
});
