import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { directoryMailer } from "../../src/app/mail/directory-mailer.ts";
import { type SmtpServer, smtpMailer } from "../../src/app/mail/smtp-mailer.ts";
import { secretsUnder } from "../../src/kernel/access/secrets.ts";
import { MailError, type Mailer, type OutgoingMail } from "../../src/kernel/mailer.ts";
import { resealMailLinks } from "../../src/modules/platform/mails/mail-link.ts";
import { queueMail } from "../../src/modules/platform/mails/queue-mail.ts";
import { sendMail } from "../../src/modules/platform/mails/send-mail.ts";
import { messageToGuest } from "../../src/modules/platform/mails/templates/message-to-guest.ts";
import { passwordReset } from "../../src/modules/platform/mails/templates/password-reset.ts";
import { keptMails } from "../harness/mailers.ts";
import { noQueries } from "../harness/queries.ts";
import { testKey, testSecrets } from "../harness/secrets.ts";
import { useSharedService } from "../harness/service.ts";
import { aDirectory, aMailServer, type MailServer } from "./mail-server.ts";

const service = useSharedService();
const from = "stay@robles.example";
const timeouts = { connectionTimeout: 300, greetingTimeout: 300, socketTimeout: 300 };

function mailerTo({ settings, ca }: Pick<MailServer, "settings" | "ca">, more: Partial<SmtpServer> = {}): Mailer {
  const mailer = smtpMailer({ ...settings, ...more }, from, { ca, timeouts });
  onTestFinished(() => mailer.close());
  return mailer;
}

const mail: OutgoingMail = {
  ...{ messageId: "6f1c", senderName: "Les Röbles, “Ltd”", replyTo: "office@robles.example" },
  ...{ to: { name: "Ada ☀ Lee", address: "ada@example.com" }, subject: "Grüße – שלום 🏡" },
  ...{ text: "Hello\n.\nLee", html: "<p>Hello</p>" },
};

const failureOf = (sent: Promise<void>): Promise<MailError> =>
  sent.then(
    () => expect.unreachable("the mail was sent"),
    (error: unknown) => (error instanceof MailError ? error : expect.unreachable(String(error))),
  );

describe("a mail server", () => {
  test.each(["STARTTLS", "TLS from the first byte"])("receives unchanged mails over %s, with a login", async (how) => {
    const server = await aMailServer(how === "STARTTLS" ? {} : { tls: "from the first byte" });
    await mailerTo(server).send(mail);
    const [arrived] = server.arrived;
    expect(arrived).toMatchObject({
      ...{ isEncrypted: true, recipients: ["ada@example.com"], subject: mail.subject },
      ...{ messageId: "<6f1c@robles.example>", html: "<p>Hello</p>" },
      from: { value: [{ name: "Les Röbles, “Ltd”", address: from }] },
      to: { value: [{ name: "Ada ☀ Lee", address: "ada@example.com" }] },
      replyTo: { value: [{ address: "office@robles.example" }] },
    });
    expect(arrived?.text?.trim()).toBe("Hello\n.\nLee");
    expect(arrived?.headers.get("auto-submitted")).toBe("auto-generated");
  });

  test("a server without a trusted certificate or TLS gets neither mail nor password", async () => {
    const server = await aMailServer();
    const plain = await aMailServer({ tls: "none" });
    for (const mailer of [mailerTo({ ...server, ca: "" }), mailerTo(plain)])
      expect(await failureOf(mailer.send(mail))).toMatchObject({ isPermanent: false });
    expect([...server.arrived, ...plain.arrived]).toEqual([]);
    await mailerTo(plain, { isLoopback: true }).send(mail);
    expect(plain.arrived).toMatchObject([{ isEncrypted: false }]);
  });

  test("may refuse a recipient permanently or temporarily, or refuse the login", async () => {
    const server = await aMailServer({ refuse: (address) => Number(/\d+/.exec(address)?.[0]) || undefined });
    const to = (address: string): OutgoingMail => ({ ...mail, to: { name: undefined, address } });
    const mailer = mailerTo(server);
    expect(await failureOf(mailer.send(to("a550@example.com")))).toMatchObject({ isPermanent: true, code: "SMTP 550" });
    expect(await failureOf(mailer.send(to("a451@example.com")))).toMatchObject({
      isPermanent: false,
      code: "SMTP 451",
    });
    const wrong = mailerTo(server, { auth: { user: "ada", pass: "wrong" } });
    expect(await failureOf(wrong.send(mail))).toMatchObject({ isPermanent: false, code: "SMTP 535" });
    await mailer.send(mail);
    expect(server.arrived).toHaveLength(1);
  });

  test("a silent or unreachable server fails temporarily after a timeout", async () => {
    const silent = createServer(() => undefined);
    const port = await new Promise<number>((resolve) => {
      silent.listen(0, "127.0.0.1", () => {
        const address = silent.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    const settings = { host: "127.0.0.1", port, secure: false, isLoopback: true, auth: undefined };
    expect(await failureOf(mailerTo({ settings, ca: "" }).send(mail))).toMatchObject({ isPermanent: false });
    await new Promise((resolve) => silent.close(resolve));
    expect(await failureOf(mailerTo({ settings, ca: "" }).send(mail))).toMatchObject({ isPermanent: false });
  });

  test("never receives a name, subject or address that injects a header", async () => {
    const server = await aMailServer();
    const mailer = mailerTo(server);
    const evil = "Ada\r\nBcc: eve@example.com";
    for (const changed of [
      { subject: evil },
      { senderName: evil },
      { replyTo: `${evil}@example.com` },
      { to: { name: evil, address: "ada@example.com" } },
      { to: { name: "Ada", address: "ada@example.com,eve@example.com" } },
      { to: { name: "Ada", address: "ada@example.com\r\nRCPT TO:<eve@example.com>" } },
    ])
      expect(await failureOf(mailer.send({ ...mail, ...changed }))).toMatchObject({ isPermanent: true, code: "unfit" });
    expect(server.arrived).toEqual([]);
  });
});

test("without a mail server, each mail is one complete file that only its owner can read", async () => {
  const directory = join(await aDirectory(), "mails");
  const mailer = directoryMailer(directory, from);
  await Promise.all([mailer.send(mail), mailer.send(mail)]);
  expect(await readdir(directory)).toEqual(["6f1c.eml"]);
  const path = join(directory, "6f1c.eml");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await simpleParser(await readFile(path))).toMatchObject({
    subject: mail.subject,
    messageId: "<6f1c@robles.example>",
  });
});

/** Queues a mail. @returns its id, and functions to send and read it */
async function aQueuedMail(more: { cause?: string } = {}) {
  const account = await service.anAccount({ email: "office@robles.example" });
  const scope = service.database.within([account]);
  const queue = () =>
    scope.transaction((transaction) =>
      queueMail(
        { transaction, account: { id: account } },
        {
          to: { address: "ada@example.com", name: "Ada" },
          template: messageToGuest,
          locale: "es-MX",
          values: { name: "Ada", message: "Come in", subject: null, reference: null },
          ...more,
        },
      ),
    );
  const id = (await queue()) ?? 0;
  const attempt = (mailer: Mailer, last = false): Promise<void> =>
    sendMail.perform(
      {
        ...{ scope, account, mailer, secrets: testSecrets, endpoints: {}, baseUrl: "https://roost.test" },
        ...{ files: service.files, privateFetch: [], localWebhooks: false, queries: noQueries },
        ...{ attempt: 1, last, now: Date.now(), signal: new AbortController().signal },
      },
      { mail: id },
    );
  const row = async () =>
    (await service.sql("select state, attempts, error, sent_at from mails where id = $1", [id]))[0];
  return { account, scope, id, queue, attempt, row };
}

describe("a queued mail", () => {
  test("is retried when greylisted, and arrives once", async () => {
    let times = 0;
    const server = await aMailServer({ refuse: () => (times++ === 0 ? 451 : undefined) });
    const mailer = mailerTo(server);
    const { attempt, row } = await aQueuedMail();
    // The server's reply names the recipient, so log and queue get only its code.
    await expect(attempt(mailer)).rejects.toThrow(/^The mail \d+ was not handed on: SMTP 451\.$/);
    expect(await row()).toMatchObject({
      state: "queued",
      attempts: 1,
      error: expect.stringContaining("ada@example.com"),
    });
    await attempt(mailer);
    await attempt(mailer);
    expect(await row()).toMatchObject({ state: "sent", attempts: 2, error: null, sent_at: expect.any(Date) });
    expect(server.arrived.map(({ subject }) => subject)).toEqual(["Mensaje de Les Robles"]);
    expect(server.arrived[0]?.replyTo?.text).toBe("office@robles.example");
  });

  test("fails immediately on a permanent refusal, and on a temporary one after the last attempt", async () => {
    const refused = await aQueuedMail();
    await refused.attempt(mailerTo(await aMailServer({ refuse: () => 550 })));
    expect(await refused.row()).toMatchObject({ state: "failed", attempts: 1, error: expect.stringContaining("550") });
    const delayed = await aQueuedMail();
    await expect(delayed.attempt(mailerTo(await aMailServer({ refuse: () => 450 })), true)).rejects.toThrow("SMTP 450");
    expect(await delayed.row()).toMatchObject({ state: "failed" });
  });

  test("is resent with the same Message-ID when its process dies before recording it", async () => {
    const mailer = keptMails();
    const { attempt } = await aQueuedMail();
    const dying: Mailer = {
      ...mailer,
      async send(outgoing) {
        await mailer.send(outgoing);
        throw new Error("The process has died.");
      },
    };
    await expect(attempt(dying)).rejects.toThrow("died");
    await attempt(mailer);
    expect(new Set(mailer.sent.map(({ messageId }) => messageId)).size).toBe(1);
    expect(mailer.sent).toHaveLength(2);
  });

  test("is queued once per cause, even concurrently, and is rolled back with its transaction", async () => {
    const { account, queue } = await aQueuedMail({ cause: "arrival 17" });
    await Promise.all([queue(), queue(), queue()]);
    const count = async () =>
      (await service.sql("select count(*)::integer from mails where account_id = $1", [account]))[0];
    expect(await count()).toEqual({ count: 1 });
    const other = await aQueuedMail();
    await expect(
      other.scope.transaction(async (transaction) => {
        await transaction.run("update mails set recipient = 'eve@example.com' where account_id = $1", [other.account]);
        throw new Error("Rolled back.");
      }),
    ).rejects.toThrow("Rolled back");
    const rows = await service.sql("select recipient from mails where account_id = $1", [other.account]);
    expect(rows).toEqual([{ recipient: "ada@example.com" }]);
  });

  test("is not sent to a guest of a closed account", async () => {
    const mailer = keptMails();
    const { account, attempt, row } = await aQueuedMail();
    await service.sql("update accounts set closed_at = now() where id = $1", [account]);
    await attempt(mailer);
    expect([mailer.sent, await row()]).toMatchObject([[], { state: "failed", error: "The account is closed." }]);
  });

  test("seals its link for itself alone, and key rotation reseals it", async () => {
    const account = await service.anAccount();
    const scope = service.database.within([account]);
    const id = await scope.transaction((transaction) =>
      queueMail(
        { transaction, account: { id: account } },
        {
          ...{ to: { address: "ada@example.com" }, template: passwordReset, locale: null, values: { name: "Ada" } },
          link: { path: "/password/reset/secret", secrets: testSecrets },
        },
      ),
    );
    const rotated = secretsUnder([Buffer.alloc(32, "another key"), testKey]);
    await service.sql("insert into secrets_keys (id, probe) values ($1, $2) on conflict do nothing", [
      rotated.keyId(),
      rotated.seal("probe", "secrets_keys"),
    ]);
    await resealMailLinks(scope, rotated, account);
    const [row] = await service.sql("select sealed_link from mails where id = $1", [id]);
    const sealed = Buffer.isBuffer(row?.sealed_link) ? row.sealed_link : Buffer.alloc(0);
    expect(rotated.isStale(sealed)).toBe(false);
    expect(rotated.open(sealed, `mails ${account} ${id}`)).toBe("/password/reset/secret");
    expect(() => rotated.open(sealed, `mails ${account} ${Number(id) + 1}`)).toThrow();
  });
});

describe("mail settings", () => {
  test.each([
    ["smtp://mail.example.com", { port: 587, secure: false, isLoopback: false, auth: undefined }],
    [
      "smtps://ada:p%40ss%20word@mail.example.com",
      { port: 465, secure: true, auth: { user: "ada", pass: "p@ss word" } },
    ],
    ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, isLoopback: true }],
    ["smtp://[::1]:25/", { host: "::1", port: 25, isLoopback: true }],
  ])("%s names a mail server", (url, server) => {
    expect(readConfig({ ROOST_SMTP_URL: url, ROOST_MAIL_FROM: from })).toMatchObject({ mailFrom: from, smtp: server });
  });

  test.each([
    "http://mail.example.com",
    "smtp://",
    "smtp://ada@mail.example.com",
    "smtp://ada:%zz@mail.example.com",
    "smtp://mail.example.com/path",
    "smtp://mail.example.com?pool=true",
    "secret",
  ])("refuses the URL %s in one line that does not repeat it", (url) => {
    expect(() => readConfig({ ROOST_SMTP_URL: url, ROOST_MAIL_FROM: from })).toThrow(
      /^ROOST_SMTP_URL (is invalid|has)/,
    );
  });

  test("require a sender address for a mail server, and derive one for a directory", () => {
    expect(() => readConfig({ ROOST_SMTP_URL: "smtp://mail.example.com" })).toThrow("ROOST_MAIL_FROM");
    expect(() => readConfig({ ROOST_MAIL_FROM: "Les Robles <a@example.com>" })).toThrow("ROOST_MAIL_FROM");
    expect(readConfig({ ROOST_BASE_URL: "https://roost.example" })).toMatchObject({
      mailFrom: "roost@roost.example",
      smtp: undefined,
    });
  });
});
