import { verifyWebhook, WebhookRefused } from "@roost/client";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;
const now = Date.parse("2027-05-01T09:00:00Z");
const body = JSON.stringify({ type: "ping", timestamp: "2027-05-01T09:00:00Z", data: { record: { name: "Søren" } } });

/** A message signed by the reference package. @param age seconds */
function signed(age = 0, by: readonly string[] = [secret]) {
  const at = new Date(now - age * 1000);
  const signatures = by.map((each) => new Webhook(each).sign("msg_1", at, body));
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

test("verifyWebhook accepts a message signed by the reference package, as text or bytes, with either secret of a rotation", async () => {
  const { id, message } = await verifyWebhook({ body, headers: signed() }, secret, now);
  expect([id, message.type]).toEqual(["msg_1", "ping"]);
  const bytes = { body: Buffer.from(body), headers: new Headers(signed()) };
  await expect(verifyWebhook(bytes, [other, secret], now)).resolves.toMatchObject({ id });
  const both = { body, headers: signed(0, [other, secret]) };
  await expect(verifyWebhook(both, secret, now)).resolves.toMatchObject({ id });
});

test("verifyWebhook refuses messages that are altered, too old, from the future, or signed with another secret", async () => {
  const headers = signed();
  const wrong = [
    { body: body.replace("Søren", "Soren"), headers },
    { body, headers: signed(0, [other]) },
    { body, headers: signed(301) },
    { body, headers: signed(-301) },
    { body, headers: { ...headers, "webhook-id": "msg_2" } },
    { body, headers: { ...headers, "webhook-timestamp": `0${headers["webhook-timestamp"]}` } },
    { body, headers: { ...headers, "webhook-signature": headers["webhook-signature"].replace("v1,", "v1a,") } },
    { body, headers: { ...headers, "webhook-signature": "v1,%%%" } },
    { body, headers: { ...headers, "webhook-signature": "v1," } },
    { body, headers: { ...headers, "webhook-signature": undefined } },
  ];
  for (const received of wrong)
    await expect(verifyWebhook(received, secret, now), JSON.stringify(received)).rejects.toThrow(WebhookRefused);
});
