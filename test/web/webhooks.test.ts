import { describe, expect, test } from "vitest";
import { registerKey } from "../../src/app/secrets/registered-keys.ts";
import { testSecrets } from "../harness/secrets.ts";
import { type Role, useFixture } from "./fixture.ts";
import type { PlainBrowser } from "./plain-browser.ts";

const fixture = useFixture();

async function aMember(role: Role): Promise<{ account: number; browser: PlainBrowser }> {
  const person = await fixture.aPerson();
  const account = await fixture.anAccount(person, role);
  return { account, browser: await fixture.signedIn(person) };
}

/** Creates an endpoint of an application installed in the account. */
async function anEndpoint(
  account: number,
  application: number,
  columns: Record<string, unknown> = {},
): Promise<number> {
  await registerKey(fixture.database, testSecrets);
  const given = { url: "https://crane.example/events", scopes: "{bookings_read}", ...columns };
  const names = Object.keys(given);
  const [row] = await fixture.sql(
    `insert into webhook_endpoints (account_id, application_id, sealed_secret, ${names.join(", ")})
     values ($1, $2, $3, ${names.map((_, index) => `$${index + 4}`).join(", ")}) returning id`,
    [account, application, testSecrets.seal("whsec_", "nobody"), ...Object.values(given)],
  );
  return Number(row?.id);
}

const pathOf = (account: number, application: number) => `/accounts/${account}/applications/${application}/webhooks`;

const isEnabled = async (endpoint: number): Promise<unknown> =>
  (await fixture.sql("select enabled from webhook_endpoints where id = $1", [endpoint]))[0]?.enabled;

describe("the webhook endpoints of an application", () => {
  test("counts an application's endpoints and shows their state and last deliveries", async () => {
    const { account, browser } = await aMember("manager");
    const application = await fixture.anInstallation(account, { name: "Calendar Crane" });
    await fixture.anInstallation(account, { name: "Guest Messenger" });
    const endpoint = await anEndpoint(account, application, {
      event_types: "{booking.created,booking.canceled}",
      description: "<b>The calendar</b>",
      failing_since: "2026-11-02T10:00:00Z",
    });
    await anEndpoint(account, application, {
      url: "https://crane.example/other",
      enabled: false,
      disabled_at: "2026-11-02T10:00:00Z",
      disabled_reason: "gone",
    });
    const [message] = await fixture.sql(
      `insert into webhook_messages (account_id, endpoint_id, type, occurred_at) values ($1, $2, 'ping', now()) returning id`,
      [account, endpoint],
    );
    await fixture.sql(
      `insert into webhook_deliveries (account_id, message_id, endpoint_id, attempt, status, error, duration_ms)
       values ($1, $2, $3, 1, 500, 'It answered 500 and <i>more</i>.', 42)`,
      [account, message?.id, endpoint],
    );
    const { text: list } = await browser.get("/applications");
    expect(list).toContain(
      `<a href="${pathOf(account, application)}">2 webhook endpoints</a>, 2 of them failing or disabled`,
    );
    expect(list.match(/webhook endpoint/g)).toHaveLength(1);
    const { status, text } = await browser.get(pathOf(account, application));
    expect(status).toBe(200);
    const [, failing = "", gone = ""] = text.split('<section class="card"');
    expect(failing).toContain("https://crane.example/events");
    expect(failing).toContain("&lt;b&gt;The calendar&lt;/b&gt;");
    expect(failing).toContain("Receives booking.created, booking.canceled.");
    expect(failing).toMatch(/Failing since <time datetime="2026-11-02">2 November 2026<\/time>.\s+1 message queued/);
    expect(failing).toContain(
      "<td>ping</td><td>Failed (500): It answered 500 and &lt;i&gt;more&lt;/i&gt;.</td><td>42 ms</td>",
    );
    expect(gone).toContain("Disabled: the endpoint responded that it is gone.");
    expect(gone).toContain("Receives all events that it may read.");
    expect(gone).toContain("No recent deliveries.");
    expect(text).not.toContain("whsec_");
  });

  test("disables and enables endpoints", async () => {
    const { account, browser } = await aMember("owner");
    const application = await fixture.anInstallation(account);
    const endpoint = await anEndpoint(account, application);
    const path = pathOf(account, application);
    await browser.get(path);
    expect((await browser.post(`${path}/${endpoint}/disable`, {})).location).toBe(`${path}?disabled`);
    expect(await isEnabled(endpoint)).toBe(false);
    const disabled = await browser.get(`${path}?disabled`);
    expect(disabled.text).toContain("It receives no more messages");
    expect((await browser.post(`${path}/${endpoint}/enable`, {})).location).toBe(`${path}?enabled`);
    expect(await isEnabled(endpoint)).toBe(true);
  });

  test("resends a message with the same webhook-id", async () => {
    const { account, browser } = await aMember("owner");
    const application = await fixture.anInstallation(account);
    const endpoint = await anEndpoint(account, application);
    const [attempt] = await fixture.sql(
      `with message as (
         insert into webhook_messages (account_id, endpoint_id, type, occurred_at, delivered_at)
         values ($1, $2, 'ping', now(), now()) returning id
       )
       insert into webhook_deliveries (account_id, message_id, endpoint_id, attempt, status, duration_ms)
       select $1, id, $2, 1, 200, 5 from message returning id`,
      [account, endpoint],
    );
    const path = pathOf(account, application);
    await browser.get(path);
    const replay = `${path}/deliveries/${attempt?.id}/replay`;
    expect((await browser.post(replay, {})).location).toBe(`${path}?replayed`);
    const messages = await fixture.sql(
      "select webhook_id, delivered_at is null as waits from webhook_messages where endpoint_id = $1 order by id",
      [endpoint],
    );
    expect(messages).toEqual([
      { webhook_id: messages[0]?.webhook_id, waits: false },
      { webhook_id: messages[0]?.webhook_id, waits: true },
    ]);
    expect((await browser.get(path)).text).toContain("1 message queued.");
    const { browser: stranger, account: theirs } = await aMember("owner");
    const other = await fixture.anInstallation(theirs);
    await stranger.get("/applications/new");
    const guessed = `${pathOf(theirs, other)}/deliveries/${attempt?.id}/replay`;
    for (const tried of [replay, guessed]) expect((await stranger.post(tried, {})).status).toBe(404);
  });

  test("hides endpoints of other accounts", async () => {
    const { account } = await aMember("owner");
    const application = await fixture.anInstallation(account);
    const endpoint = await anEndpoint(account, application);
    const path = pathOf(account, application);
    for (const { account: own, browser } of [await aMember("owner"), await aMember("cleaner")]) {
      expect((await browser.get(path)).status).toBe(404);
      const known = await fixture.anInstallation(own);
      expect((await browser.post(`${path}/${endpoint}/disable`, {})).status).toBe(404);
      expect((await browser.post(`${pathOf(own, known)}/${endpoint}/disable`, {})).status).toBe(404);
    }
    expect(await isEnabled(endpoint)).toBe(true);
  });
});
