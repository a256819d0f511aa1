import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { MailError, type OutgoingMail } from "../../src/kernel/mailer.ts";
import { pollAutomations } from "../../src/modules/guests/automations/perform/poll-automations.ts";
import { inviteUser } from "../../src/modules/platform/people/invite-user.ts";
import { argon2id } from "../../src/modules/platform/people/passwords/password.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aGuest, aRental } from "../harness/factories.ts";
import { queries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aToken } from "../mcp/fixture.ts";
import { aCode as anAgentCode, exchanging } from "../mcp/sign-in.ts";
import { aCode, anApplication, exchange } from "../oauth/fixture.ts";
import { aBogusGateway } from "../payments/factories.ts";
import { PlainBrowser } from "../web/plain-browser.ts";

/** Captures every mail but reports a failure, so the mail stays queued with everything needed for a retry. */
const mails: OutgoingMail[] = [];
const mailer = {
  async send(mail: OutgoingMail) {
    mails.push(mail);
    throw new MailError("Try again later.", { isPermanent: false, code: "SMTP 451" });
  },
  close: async () => undefined,
};
const service = useService({ endpoints: {}, mailer });
const password = "a lighthouse in november";

/** Secrets by kind. */
type Handed = Record<string, unknown>;

const lastPart = (url: unknown): string => /-([A-Za-z0-9_]{30,})(\.ics)?$/.exec(String(url))?.[1] ?? "";

/** Creates a record with an idempotency key, so that the response is stored. */
async function createdOnce(client: ApiClient, path: string, root: string, attributes: Json): Promise<Json> {
  const answer = await client.post(path, { [root]: [attributes] }, { "idempotency-key": crypto.randomUUID() });
  expect(answer.status, answer.text).toBe(201);
  return recordOf(answer, root);
}

/** Secrets that an account's records show. */
async function ofRecords(client: ApiClient): Promise<Handed> {
  const credential = `whsec_${crypto.randomUUID()}`;
  await aBogusGateway(client, { credentials: { webhook_secret: credential } });
  const rental = await aRental(client);
  const endpoint = await createdOnce(client, "/webhook_endpoints", "webhook_endpoints", {
    url: "https://shop.example/events",
  });
  const guest = await aGuest(client, { fullname: "Ada Control" });
  await client.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: "ada@example.com", label: "home" }] }] });
  const stay = { start_at: "2090-01-04T16:00:00Z", end_at: "2090-01-08T10:00:00Z", booked: true, initial_price: "100" };
  const booking = await createdOnce(client, `/rentals/${rental.id}/bookings`, "bookings", {
    ...stay,
    client_id: guest.id,
  });
  const feed = await createdOnce(client, "/calendar_feeds", "calendar_feeds", {
    ...{ kind: "export", name: "Channel", rental_id: rental.id },
  });
  const rotated = await client.put(`/calendar_feeds/${feed.id}`, { calendar_feeds: [{ rotate: true }] });
  const cleaning = await createdOnce(client, "/cleaning_links", "cleaning_links", {
    name: "Sam Sweep",
    rental_ids: [rental.id],
  });
  await publishAll(service.database.within([client.account]), client.account, queries);
  return {
    "credentials of a gateway": credential,
    "the secret of webhooks": endpoint.secret,
    "a payment_url": lastPart(booking.payment_url),
    "an export_url": lastPart(feed.export_url),
    "a rotated export_url": lastPart(recordOf(rotated, "calendar_feeds").export_url),
    "a cleaning link": String(cleaning.secret).replace(/^\d+-\d+-/, ""),
  };
}

/** Secrets issued to programs and agents. */
async function ofPrograms(account: number): Promise<Handed> {
  const application = await anApplication(service);
  const { code } = await aCode(service, application);
  const used = await aCode(service, application);
  const tokens = await exchange(service, application, used.code);
  const { token } = await aToken(service, [account]);
  const agentCode = await anAgentCode(service, token);
  const { json } = await exchanging(service.url, { code: await anAgentCode(service, token) });
  return {
    "a client's secret": application.clientSecret,
    "an authorization code": code,
    "an authorization code that was exchanged": used.code,
    "an access token": tokens.access,
    "a refresh token": tokens.refresh,
    "an agent's token": token,
    "an agent's code": agentCode,
    "an agent's token by its code": json.access_token,
  };
}

/** Secrets sent to a person's browser: cookies, and values that the console shows once. */
async function ofPeople(email: string): Promise<Handed> {
  const browser = new PlainBrowser(service.url);
  expect((await browser.signIn(email, password)).status).toBe(303);
  const cookies = Object.fromEntries(
    [...browser.cookies].flatMap(([name, value]) =>
      value.split(".").map((part, index) => [`part ${index} of the cookie ${name}`, part]),
    ),
  );
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const session: Json = Object(await (await fetch(`${service.url}/console/session`, { headers: { cookie } })).json());
  const ask = async (method: string, body: Json): Promise<Json> => {
    const headers = { cookie, origin: baseUrl, "x-csrf-token": String(session.csrf_token) };
    const answer = await fetch(`${service.url}/console/me/second_factor`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return Object(await answer.json());
  };
  const { secret } = await ask("POST", { password });
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate();
  const { recovery_codes: codes } = await ask("PUT", { code });
  expect(codes).toHaveLength(10);
  const recovery = Object.values(Object(codes)).flatMap((each, index) => [
    [`recovery code ${index}`, each],
    [`recovery code ${index}, in one`, String(each).replaceAll("-", "")],
  ]);
  return { ...cookies, "the secret of a second factor": secret, ...Object.fromEntries(recovery) };
}

/** Secrets in mailed links: a password reset, an invitation and a stay's payment page. */
async function ofMails(account: number, email: string): Promise<Handed> {
  const browser = new PlainBrowser(service.url);
  await browser.get("/password/forgot");
  await browser.post("/password/forgot", { email });
  await service.database.transaction((transaction) =>
    inviteUser(transaction, testSecrets, { account, email: "new@example.com", role: "manager" }),
  );
  const linkTo = async (address: string): Promise<string> => {
    const find = () => mails.find(({ to, text }) => to.address === address && /\/\/roost\.test\/\S{20}/.test(text));
    await until(async () => {
      // On a cluster, only the recurring round performs the rule that confirms.
      await pollAutomations(service.database);
      return find() !== undefined;
    });
    return /\/([^/\s]{20,})(\s|$)/.exec(find()?.text ?? "")?.[1] ?? "";
  };
  return {
    "the link of a reset": await linkTo(email),
    "the link of an invitation": await linkTo("new@example.com"),
    "a payment_url in a mail": lastPart(await linkTo("ada@example.com")),
  };
}

/** Every row of every table as lowercase text, with bytes in hex. */
async function dump(): Promise<Map<string, string>> {
  const tables = await service.sql(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await service.sql(`select whole::text as row, to_jsonb(whole)::text as json from ${name} as whole`);
    texts.set(String(name), rows.map(({ row, json }) => `${row}\n${json}`.toLowerCase()).join("\n"));
  }
  return texts;
}

/** The forms a secret could have in a row: plain, its bytes, or the bytes it encodes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "base64url");
  const encoded = /^[\w-]{40,}$/.test(secret) ? [bytes.toString("hex")] : [];
  return [secret.toLowerCase(), Buffer.from(secret).toString("hex"), ...encoded];
}

test("no issued secret appears in any row of any table, even while its mail waits", async () => {
  const account = await service.anAccount();
  const email = `${crypto.randomUUID()}@example.com`;
  const [person] = await service.sql(
    "insert into users (email, fullname, password_digest) values ($1, 'Rosa Robles', $2) returning id::integer",
    [email, await argon2id.hash(password)],
  );
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
    account,
    person?.id,
  ]);
  const client = await service.aClient(account);
  const handed: Handed = {
    "the tests' own token": client.token,
    ...(await ofRecords(client)),
    ...(await ofPrograms(account)),
    ...(await ofMails(account, email)),
    ...(await ofPeople(email)),
  };
  const texts = await dump();
  // The search finds plain text and bytes.
  expect(texts.get("public.clients")).toContain("ada control");
  expect(texts.get("public.access_tokens")).toContain(createHash("sha256").update(String(client.token)).digest("hex"));
  for (const [what, secret] of Object.entries(handed)) {
    expect(String(secret).length, what).toBeGreaterThan(7);
    for (const form of formsOf(String(secret))) {
      const found = [...texts].filter(([, text]) => text.includes(form)).map(([table]) => table);
      expect(found, what).toEqual([]);
    }
  }
});
