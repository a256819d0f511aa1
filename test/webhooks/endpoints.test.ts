import { describe, expect, test } from "vitest";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { ownApplication } from "../../src/modules/platform/access/applications/own-application.ts";
import { uninstallApplication } from "../../src/modules/platform/access/applications/uninstall-application.ts";
import { deleteEndpoints } from "../../src/modules/records/webhooks/endpoint/delete-endpoints.ts";
import { ApiClient, errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { aCode, anApplication, exchange, refresh, tokensOf } from "../oauth/fixture.ts";
import { anEndpoint, createdEndpoint, endpointOf } from "./factories.ts";

const service = useService();
const aClient = async () => service.aClient(await service.anAccount());
const changing = (client: ApiClient, id: unknown, change: object) =>
  client.put(`/webhook_endpoints/${id}`, { webhook_endpoints: [change] });

describe("an endpoint", () => {
  test("receives all events unless it selects types, can be updated in part, and is gone once deleted", async () => {
    const client = await aClient();
    const { id, secret: _, ...made } = await createdEndpoint(client, { description: "The calendar" });
    expect(made).toEqual({
      links: { account: client.account },
      url: "https://shop.example/events",
      event_types: null,
      description: "The calendar",
      enabled: true,
      former_secret_until: null,
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const types = ["booking.created", "conversation.message_created", "availability.changed"];
    const changed = recordOf(await changing(client, id, { event_types: types }), "webhook_endpoints");
    expect(changed).toMatchObject({ event_types: types, description: "The calendar" });
    const all = recordOf(await changing(client, id, { event_types: null, enabled: false }), "webhook_endpoints");
    expect(all).toMatchObject({ event_types: null, enabled: false });
    expect((await client.delete(`/webhook_endpoints/${id}`)).status).toBe(204);
    expect((await client.get(`/webhook_endpoints/${id}`)).status).toBe(404);
    expect((await changing(client, id, { enabled: true })).status).toBe(404);
    expect(recordsOf(await client.get("/webhook_endpoints"), "webhook_endpoints")).toEqual([]);
  });

  test("enabling a disabled endpoint resets its failures and makes its waiting messages due", async () => {
    const client = await aClient();
    const { id } = await createdEndpoint(client);
    await client.post(`/webhook_endpoints/${id}/ping`);
    await service.sql("update webhook_messages set next_attempt_at = now() + interval '1 day' where endpoint_id = $1", [
      id,
    ]);
    await service.sql(
      `update webhook_endpoints set enabled = false, disabled_at = now(), disabled_reason = 'failing',
         failing_since = now() - interval '5 days', held_until = now() + interval '1 day' where id = $1`,
      [id],
    );
    expect(await endpointOf(client, id)).toMatchObject({ enabled: false, disabled_reason: "failing" });
    const enabled = recordOf(await changing(client, id, { enabled: true }), "webhook_endpoints");
    expect(enabled).toMatchObject({ enabled: true, disabled_at: null, disabled_reason: null, failing_since: null });
    const due = await service.sql(
      `select held_until, (select bool_and(next_attempt_at is null) from webhook_messages where webhook_messages.account_id = webhook_endpoints.account_id and endpoint_id = webhook_endpoints.id) as due
       from webhook_endpoints where id = $1`,
      [id],
    );
    expect(due).toEqual([{ held_until: null, due: true }]);
  });

  test("is one of at most 20 per application and account", async () => {
    const client = await aClient();
    for (let number = 1; number <= 20; number++) await createdEndpoint(client);
    const refused = await client.post("/webhook_endpoints", anEndpoint());
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: ["the application already has 20 webhook endpoints in this account, the maximum"] },
    ]);
    const other = await service.aClient(client.account);
    await createdEndpoint(other);
    const [first] = recordsOf(await client.get("/webhook_endpoints"), "webhook_endpoints");
    await client.delete(`/webhook_endpoints/${first?.id}`);
    await createdEndpoint(client);
  });

  test("gets a ping as its own message, unless it is disabled", async () => {
    const client = await aClient();
    const { id } = await createdEndpoint(client, { event_types: ["booking.created"] });
    const pinged = await client.post(`/webhook_endpoints/${id}/ping`);
    expect([pinged.status, recordOf(pinged, "webhook_endpoints").id]).toEqual([200, id]);
    const messages = await service.sql(
      "select type, webhook_id, resource from webhook_messages where endpoint_id = $1",
      [id],
    );
    expect(messages).toEqual([{ type: "ping", webhook_id: Object(pinged.json.meta).webhook_id, resource: null }]);
    await changing(client, id, { enabled: false });
    const refused = await client.post(`/webhook_endpoints/${id}/ping`);
    expect([refused.status, errorsOf(refused)]).toEqual([422, { base: ["it is disabled: set enabled to true first"] }]);
  });
});

describe("the URL of an endpoint", () => {
  test.each([
    ["shop.example/events", "must be a URL such as https://shop.example/events"],
    ["ftp://shop.example/events", "must be a URL such as https://shop.example/events"],
    ["http://shop.example/events", "must be https"],
    ["https://ada:secret@shop.example/", "must not contain a user name or a password"],
    ["https://shop.example:8443/", "must use port 443"],
    ["https://localhost/", "must have a public address"],
    ["https://shop.localhost./", "must have a public address"],
    ["https://127.0.0.1/", "must have a public address"],
    ["https://2130706433/", "must have a public address"],
    ["https://0x7f.1/", "must have a public address"],
    ["https://10.1.2.3/", "must have a public address"],
    ["https://169.254.169.254/latest", "must have a public address"],
    ["https://[::1]/", "must have a public address"],
    ["https://[::ffff:10.0.0.1]/", "must have a public address"],
    ["https://[fd00::1]/", "must have a public address"],
  ])("%s is refused", async (url, problem) => {
    const client = await aClient();
    const refused = await client.post("/webhook_endpoints", anEndpoint({ url }));
    expect([refused.status, errorsOf(refused)]).toEqual([422, { url: [problem] }]);
  });

  test("is also checked in an update, and stays when it is echoed", async () => {
    const client = await aClient();
    const { id, url } = await createdEndpoint(client);
    const refused = await changing(client, id, { url: "http://shop.example" });
    expect([refused.status, errorsOf(refused)]).toEqual([422, { url: ["must be https"] }]);
    expect((await changing(client, id, { url, description: "As it was" })).status).toBe(200);
  });
});

describe("the types of an endpoint's events", () => {
  test("must be known and readable with the token, and invalid ones are listed", async () => {
    const scopes: Scope[] = ["public", "payments_read", "webhooks_write"];
    const client = await service.aClient(await service.anAccount(), { scopes });
    const types = ["payment.created", "booking.create", "client.created", "Booking Created", "bookings_fee.updated"];
    const refused = await client.post("/webhook_endpoints", anEndpoint({ event_types: types }));
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { event_types: ["has an unknown event type: Booking Created"] },
    ]);
    const named = types.filter((type) => !type.includes(" "));
    expect(errorsOf(await client.post("/webhook_endpoints", anEndpoint({ event_types: named })))).toEqual({
      event_types: [
        "has an unknown event type: booking.create (see GET /event_types)",
        "has client.created, which needs one of these scopes: clients_read, clients_write",
        "has bookings_fee.updated, which needs one of these scopes: bookings_read, bookings_write, bookings_write_owned",
      ],
    });
    for (const [wrong, problem] of [
      [[], "can't be blank"],
      ["booking.created", "must be an array of event types"],
      [[7], "must be an array of event types"],
    ]) {
      const answer = await client.post("/webhook_endpoints", anEndpoint({ event_types: wrong }));
      expect([answer.status, errorsOf(answer)]).toEqual([422, { event_types: [problem] }]);
    }
    expect(
      await createdEndpoint(client, { event_types: ["payment.created", "booking.created", "payment.created"] }),
    ).toMatchObject({
      event_types: ["payment.created", "booking.created"],
    });
  });

  test("depend on the scopes of the token that updates it", async () => {
    const account = await service.anAccount();
    const wide = await service.aClient(account);
    const { application } = wide;
    const { id } = await createdEndpoint(wide, { event_types: ["client.created"] });
    const reach = () => service.sql("select scopes, grant_id from webhook_endpoints where id = $1", [id]);
    expect(await reach()).toEqual([
      { scopes: expect.arrayContaining(["clients_read", "webhooks_write"]), grant_id: null },
    ]);
    const narrow = await service.aClient(account, { application, scopes: ["public", "webhooks_write"] });
    expect((await changing(narrow, id, { event_types: ["client.created"] })).status).toBe(422);
    expect((await changing(narrow, id, { description: "Narrow" })).status).toBe(200);
    expect(await reach()).toEqual([{ scopes: ["public", "webhooks_write"], grant_id: null }]);
  });

  test("last as long as the token's grant, or that of a later updating token", async () => {
    const application = await anApplication(service, { scopes: ["bookings_read", "webhooks_write"] });
    const { account, code } = await aCode(service, application, { scope: "bookings_read webhooks_write" });
    const { access, refresh: token } = await exchange(service, application, code);
    const client = new ApiClient(service.url, access, account, application.id);
    const { id } = await createdEndpoint(client, { event_types: ["booking.created"] });
    const [grant] = await service.sql("select id from grants where account_id = $1", [account]);
    const reach = () => service.sql("select scopes, grant_id from webhook_endpoints where id = $1", [id]);
    expect(await reach()).toEqual([{ scopes: ["bookings_read", "webhooks_write"], grant_id: grant?.id }]);
    const next = new ApiClient(service.url, tokensOf(await refresh(service, application, token)).access, account, 0);
    expect((await changing(next, id, { description: "After a refresh" })).status).toBe(200);
    expect(await reach()).toEqual([{ scopes: ["bookings_read", "webhooks_write"], grant_id: grant?.id }]);
  });
});

describe("access to an endpoint", () => {
  test("is denied to other applications of the account and to other accounts", async () => {
    const client = await aClient();
    const { id } = await createdEndpoint(client);
    for (const other of [await service.aClient(client.account), await aClient()]) {
      expect(recordsOf(await other.get("/webhook_endpoints"), "webhook_endpoints")).toEqual([]);
      expect((await other.get("/webhook_endpoints")).headers.get("x-total-count")).toBe("0");
      expect((await other.get(`/webhook_endpoints/${id}`)).status).toBe(404);
      expect((await changing(other, id, { enabled: false })).status).toBe(404);
      expect((await other.delete(`/webhook_endpoints/${id}`)).status).toBe(404);
      expect((await other.post(`/webhook_endpoints/${id}/ping`)).status).toBe(404);
      expect((await other.post(`/webhook_endpoints/${id}/rotate_secret`)).status).toBe(404);
    }
    expect(await endpointOf(client, id)).toMatchObject({ enabled: true, former_secret_until: null });
  });

  test("lets the account's own people see every application's endpoint, but not change it", async () => {
    const client = await aClient();
    const { id } = await createdEndpoint(client);
    const application = await service.database.transaction(ownApplication);
    const own = await service.aClient(client.account, { application });
    expect(recordsOf(await own.get("/webhook_endpoints"), "webhook_endpoints")).toMatchObject([{ id }]);
    const refused = await own.post(`/webhook_endpoints/${id}/rotate_secret`);
    expect([refused.status, errorsOf(refused)]).toEqual([
      403,
      [{ code: "forbidden", details: "Only the application that created it can change it." }],
    ]);
    expect((await changing(own, id, { enabled: false })).status).toBe(403);
  });

  test("needs the scope webhooks_write", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account, { scopes: ["public", "bookings_write"] });
    for (const answer of [
      await client.get("/webhook_endpoints"),
      await client.post("/webhook_endpoints", anEndpoint()),
      await client.post("/webhook_endpoints/1/ping"),
    ])
      expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("webhooks_write")]);
  });

  test("ends when the application is uninstalled, even if it is installed again", async () => {
    const client = await aClient();
    const { account, application } = client;
    await createdEndpoint(client);
    await service.database.within([account]).transaction(async (transaction) => {
      await uninstallApplication(transaction, account, application);
      await deleteEndpoints(transaction, account, application);
    });
    expect((await client.get("/webhook_endpoints")).status).toBe(401);
    await service.sql("update accounts_applications set uninstalled_at = null where application_id = $1", [
      application,
    ]);
    const again = await service.aClient(account, { application });
    expect(recordsOf(await again.get("/webhook_endpoints"), "webhook_endpoints")).toEqual([]);
  });
});
