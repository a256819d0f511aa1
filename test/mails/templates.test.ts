import { languages } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import { simpleParser } from "mailparser";
import { createTransport } from "nodemailer";
import { describe, expect, test } from "vitest";
import { messageOf } from "../../src/app/mail/message.ts";
import { layOut } from "../../src/modules/platform/mails/mail-layout.ts";
import { wordsOf } from "../../src/modules/platform/mails/mail-words.ts";
import { allTemplates } from "../../src/modules/platform/mails/templates/all-templates.ts";
import { paymentMark } from "../../src/modules/platform/mails/templates/automated.ts";

/** Every mail in every language, filled with hostile texts. */
const link = "https://roost.test/somewhere?a=b&c=%22";

/** Valid values for each template, with one text in every free-text field. */
const filled: Readonly<Record<string, (text: string) => object>> = {
  invitation: (text) => ({ inviter: text, role: "manager" }),
  "password reset": (text) => ({ name: text }),
  "portal code": (text) => ({ name: text }),
  "second factor changed": (text) => ({ name: text, became: "on" }),
  "inbox notification": (text) => ({ guest: text, message: text, rental: text, reference: text }),
  "message to guest": (text) => ({ name: text, message: text, subject: text, reference: text }),
  "webhook disabled": (text) => ({
    application: text,
    server: text,
    reason: "failing",
    since: "2090-01-04",
    error: text,
  }),
  "owner statement": statement,
  "booking confirmation": booking,
  notice: (text) => ({
    ...{ kind: "feed", record: 7, rental: text, guest: text, from: "2090-01-04", to: "2090-01-08" },
    calendar: {
      ...{ name: text, happened: "conflicted", missing: 0, error: text },
      conflicts: [{ from: "2090-01-04", until: "2090-01-05", booking: text }],
    },
  }),
  digest: (text) => ({
    day: "2090-01-04",
    arrivals: [{ rental: text, guest: text }],
    departures: [{ rental: text, guest: null }],
    ...{ unread: 1, holds: 2, feeds: 1 },
  }),
  "balance due": booking,
  invoice: invoiceMail,
  "automated message": (text) => ({ ...automated(text), content: `${text}\n${paymentMark}\n${text}` }),
  "automated farewell": automated,
  "automated notice": automated,
  "damage deposit": (text) => ({ ...booking(text), deposit: deposit(text) }),
  "damage deposit captured": (text) => ({ ...booking(text), deposit: deposit(text) }),
};

function booking(text: string): object {
  return {
    ...{ name: text, reference: "00002A", rental: text, arrival: "2090-01-04", departure: "2090-01-08" },
    ...{
      checkin: "16:00",
      checkout: "10:00",
      adults: 1,
      children: 1,
      currency: "EUR",
      total: 123_456,
      paid: 23_456,
      left: 100_000,
      dueNow: 30_000,
    },
    lines: [
      { kind: "rental", name: null, amount: 100_000 },
      { kind: "fee", name: text, amount: 23_456 },
    ],
    ...{ dueOn: "2089-12-01", freeUntil: "2089-11-01", penalties: [{ from: "2089-11-02", percentage: 12.5 }] },
    contacts: [text],
  };
}

function automated(text: string): object {
  return { subject: text, content: text, reference: "00002A" };
}

function invoiceMail(text: string): object {
  return { name: text, kind: "deposit", number: text, total: 50_000, currency: "EUR", message: text };
}

function deposit(text: string): object {
  return { amount: 50_000, reason: text, message: text, from: "2090-01-02", releasedOn: "2090-01-11" };
}

function statement(text: string): object {
  const shares = { final_price: 100_000, taxes: 5_000, commission: 15_000, payment_charge_commission: 1_000 };
  const stay = { reference: "00002A", arrival: "2090-01-04", departure: "2090-01-08", currency: "EUR" };
  const amounts = { ...shares, kept_by_manager: 9_000, payback_to_owner: 70_000 };
  const full = { id: 1, name: text, stays: [{ ...stay, payback_to_owner: 70_000 }] };
  const rentals = [
    { ...full, totals: [{ currency: "EUR", nights: 4, amounts }] },
    { id: 2, name: text, stays: [], totals: [] },
  ];
  return { name: text, month: "2090-01-01", message: text, rentals };
}

async function written(name: string, locale: string, text: string) {
  const template = allTemplates.find((one) => one.name === name);
  const values = filled[name]?.(text);
  if (!template || !values) throw new Error(`no template or test values for mail ${name}`);
  const { language, ...words } = wordsOf(locale);
  const t = messagesIn(language);
  const content = await template.compose(values, {
    ...words,
    t,
    link: template.link === "none" ? undefined : link,
    host: text,
    baseUrl: "https://roost.test",
  });
  const rendered = layOut(content, t(`mails.footer.${template.audience}`, { host: text }), language);
  const transport = createTransport({ streamTransport: true, buffer: true });
  const to = { name: text.replace(/\p{Cc}/gu, " "), address: "ada@example.com" };
  const sender = { messageId: "m", senderName: "Roost", replyTo: undefined };
  const { message } = await transport.sendMail(messageOf({ ...sender, to, ...rendered }, "roost@roost.test"));
  return { rendered, parsed: await simpleParser(message) };
}

const hostile: Readonly<Record<string, string>> = {
  HTML: `<script>alert("1")</script><img src=x onerror='a()'>&lt;b&gt;</td></table>`,
  "a header": "Ada\r\nBcc: eve@example.com\r\n\r\nBody",
  "right to left": "\u202eשלום \u200fعالم\u202c",
  emoji: "👩‍👩‍👧‍👦 🏡 é \u0000\u0007",
  "half of a character": "a\ud800b",
  "10,000 characters": "Wörter und mehr ".repeat(625),
};

describe.each(allTemplates.map(({ name }) => name))("the mail %s", (name) => {
  test.each(Object.keys(hostile))("keeps its structure with %s in every field and language", async (kind) => {
    const text = hostile[kind] ?? "";
    for (const language of languages) {
      const { rendered, parsed } = await written(name, language, text);
      expect(parsed.html).not.toMatch(/<(script|img|b)\b/i);
      expect((rendered.html.match(/<\/html>/g) ?? []).length).toBe(1);
      for (const tag of ["table", "tr", "td", "p", "blockquote", "a"]) {
        const count = (pattern: string): number => rendered.html.match(new RegExp(pattern, "g"))?.length ?? 0;
        expect(count(`<${tag}[ >]`), tag).toBe(count(`</${tag}>`));
      }
      expect([...parsed.headers.keys()]).not.toContain("bcc");
      expect(parsed.to).toMatchObject({ value: [{ address: "ada@example.com" }] });
      expect(parsed.subject?.replace(/\s+/g, " ")).toBe(rendered.subject.replace(/\s+/g, " "));
      expect([...rendered.subject].length).toBeLessThanOrEqual(200);
      expect(rendered.subject).not.toMatch(/\p{Cc}/u);
      expect(`${rendered.text}${rendered.html}`.isWellFormed()).toBe(true);
    }
  });

  test("differs in each language, has its link in text and HTML, and falls back to English", async () => {
    const mails = await Promise.all(languages.map((language) => written(name, language, "Les Robles")));
    expect(new Set(mails.map(({ rendered }) => rendered.text)).size).toBe(languages.length);
    const [english] = mails;
    expect((await written(name, "ja", "Les Robles")).rendered).toEqual(english?.rendered);
    const template = allTemplates.find((one) => one.name === name);
    for (const { parsed, rendered } of mails) {
      expect(parsed.text).not.toMatch(/undefined|null|NaN|\[object/);
      expect(rendered.html).not.toMatch(/undefined|null|NaN|\[object/);
      if (template?.link === "none") continue;
      expect(parsed.text).toContain(link);
      expect(rendered.html).toContain(`href="${link.replaceAll("&", "&amp;")}"`);
    }
  });
});

test("amounts and days follow the locale, in the mail's language", async () => {
  const total = async (locale: string) =>
    /^(?:Total|Gesamtpreis): (.*)$/m.exec((await written("booking confirmation", locale, "x")).rendered.text)?.[1];
  expect(await total("en")).toBe("€1,234.56");
  expect(await total("de-AT")).toMatch(/^€\s1.?234,56$/);
  expect(await total("de_DE")).toMatch(/^1\.234,56\s€$/);
  expect(await total("fr")).toMatch(/^1\s234,56\s€$/);
  expect(wordsOf("de-!!")).toEqual({ language: "de", locale: "de-DE" });
  expect(wordsOf("es-MX")).toEqual({ language: "es", locale: "es-MX" });
  expect(wordsOf("zh-TW")).toEqual({ language: "en", locale: "en-GB" });
});
