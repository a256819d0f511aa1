import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, idsOf } from "../harness/factories.ts";
import { fullScopes, useSharedService } from "../harness/service.ts";
import { aConversation, aHost, aMessage, aParticipant, messageOf } from "./fixture.ts";

/** Message templates (docs/concepts/inbox.md) and a guest's data in the inbox (bookings.md, Personal data). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const aTemplate = (client: ApiClient, attributes: Json) =>
  created(client, "/inbox/message_templates", "message_templates", { name: "Welcome", ...attributes });
const render = (client: ApiClient, conversation: Json, attributes: Json) =>
  client.post(`/inbox/conversations/${conversation.id}/render_template`, { conversations: [attributes] });
const rendered = async (client: ApiClient, conversation: Json, attributes: Json) =>
  recordOf(await render(client, conversation, attributes), "rendered_templates");

/** A conversation about a four-night stay in January 2090. */
async function aStay(client: ApiClient, guest: Json = {}) {
  const rental = await aRental(client, { name: "Villa <Aurora>", city: "Nice", house_rules_fr: "Sans <fête>" });
  const ada = await aGuest(client, { fullname: "Ada {{rental.name}}", ...guest });
  const stay = { client_id: ada.id, adults: 2, children: 1, initial_price: "1234.5" };
  const booking = await aBooking(client, rental, stay);
  const conversation = await aConversation(client);
  await client.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: booking.id }] });
  return { guest: ada, booking, conversation };
}

describe("a message template", () => {
  test("is rendered in the guest's language, with localized dates and amounts", async () => {
    const client = await aManager();
    const { conversation, booking } = await aStay(client, { preferred_locale: "fr" });
    const template = await aTemplate(client, {
      subject_en: "Stay {{booking.reference}}",
      body_en: "Hello",
      body_fr:
        "{{ guest.firstname }}: du {{booking.arrival}} au {{booking.departure}}, {{booking.nights}} nuits, {{booking.guests}} personnes, {{booking.price}}, {{rental.name}} ({{rental.city}}), {{rental.house_rules}}, {{account.name}}",
    });
    const asked = { message_template_id: template.id };
    const { content, ...rest } = await rendered(client, conversation, asked);
    expect(rest).toEqual({ message_template_id: template.id, locale: "fr", subject: null, warnings: [] });
    expect(String(content).replace(/\s/g, " ")).toBe(
      "Ada: du mercredi 4 janvier 2090 au dimanche 8 janvier 2090, 4 nuits, 3 personnes, 1 234,50 €, Villa <Aurora> (Nice), Sans <fête>, Les Robles",
    );
    await service.sql("update clients set preferred_locale = 'de' where account_id = $1", [client.account]);
    expect(await rendered(client, conversation, { ...asked, booking_id: booking.id })).toMatchObject({
      ...{ locale: "en", subject: `Stay ${booking.reference}`, content: "Hello" },
    });
  });

  test("is rendered for a booking that no conversation is about", async () => {
    const client = await aManager();
    const rental = await aRental(client, { name: "Mill House" });
    const ada = await aGuest(client, { fullname: "Ada Lovelace", preferred_locale: "fr" });
    const booking = await aBooking(client, rental, { client_id: ada.id });
    const template = await aTemplate(client, {
      body_en: "Hello",
      body_fr: "{{guest.fullname}}, {{rental.name}}, {{booking.reference}}",
    });
    const renders = (attributes: Json) =>
      client.post(`/bookings/${booking.id}/render_template`, { bookings: [attributes] });
    expect(recordOf(await renders({ message_template_id: template.id }), "rendered_templates")).toMatchObject({
      ...{ locale: "fr", content: `Ada Lovelace, Mill House, ${booking.reference}` },
    });
    const signed = await aTemplate(client, { body_en: "Yours, {{host.firstname}}" });
    const refused = await renders({ message_template_id: signed.id });
    expect([refused.status, errorsOf(refused)]).toEqual([422, { base: [expect.any(String)] }]);
    expect(await renders({ message_template_id: 999_999 })).toMatchObject({ status: 422 });
  });

  test.each([
    ["a guest without a name", { fullname: null }, ["first name", "last name", "name"]],
    ["a guest with one name", { fullname: "Nora" }, ["last name"]],
    ["a guest with a title and a family name", { fullname: "Frau Muster" }, ["first name"]],
  ])("greets %s by no empty name, in a conversation and for a booking", async (_who, name, unknown) => {
    const client = await aManager();
    const { conversation, booking } = await aStay(client, { emails: [{ email: "nora@example.com" }], ...name });
    const whole = { subject_en: "Hello {{guest.firstname}}", body_en: "{{guest.lastname}}, {{guest.fullname}}" };
    const { id } = await aTemplate(client, whole);
    const asked = { message_template_id: id };
    const said = (part: string) => expect.stringContaining(`the guest's ${part} is unknown`);
    for (const [path, root] of [
      [`/inbox/conversations/${conversation.id}`, "conversations"],
      [`/bookings/${booking.id}`, "bookings"],
    ] as const) {
      const answer = await client.post(`${path}/render_template`, { [root]: [asked] });
      expect([answer.status, errorsOf(answer)]).toEqual([422, { base: unknown.map(said) }]);
    }
    const plain = await aTemplate(client, { body_en: "Hello, {{booking.nights}} nights" });
    expect(await rendered(client, conversation, { message_template_id: plain.id })).toMatchObject({
      content: "Hello, 4 nights",
    });
  });

  test("never treats a name as a placeholder", async () => {
    const client = await aManager();
    const { conversation } = await aStay(client);
    const template = await aTemplate(client, { body_en: "Dear {{guest.fullname}}" });
    const { content } = await rendered(client, conversation, { message_template_id: template.id });
    expect(content).toBe("Dear Ada {{rental.name}}");
  });

  test("is refused with unknown placeholders in any language", async () => {
    const client = await aManager();
    const refused = await client.post("/inbox/message_templates", {
      message_templates: [
        { name: "X", subject_en: "{{guest.password}}", body_en: "{{guest.firstname", body_fr: "{{x}} {{constructor}}" },
      ],
    });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        subject: ["has an error in line 1: unknown placeholders: guest.password (en)"],
        body: [
          'has an error in line 1: output "{{guest.firstname" not closed (en)',
          "has an error in line 1: unknown placeholders: x, constructor (fr)",
        ],
      },
    ]);
    expect(recordsOf(await client.get("/inbox/message_templates"), "message_templates")).toEqual([]);
  });

  test("is not rendered if the conversation lacks what it mentions", async () => {
    const client = await aManager();
    const conversation = await aConversation(client);
    const template = await aTemplate(client, { body_en: "{{guest.firstname}} {{host.firstname}} {{booking.arrival}}" });
    const refused = await render(client, conversation, { message_template_id: template.id });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        base: ["the conversation has no guest", "the conversation has no assignee", "the conversation has no booking"],
      },
    ]);
    const unknown = await render(client, conversation, { message_template_id: 999_999, booking_id: 999_999 });
    expect(Object.keys(Object(errorsOf(unknown))).sort()).toEqual(["booking_id", "message_template_id"]);
  });

  test("shows a token no more than it can read", async () => {
    const client = await aManager();
    const { conversation } = await aStay(client);
    const template = await aTemplate(client, { body_en: "{{booking.price}}" });
    const plain = await aTemplate(client, { body_en: "Hello from {{account.name}}" });
    const narrow = await service.aClient(client.account, { scopes: ["inbox_write"] });
    const refused = await render(narrow, conversation, { message_template_id: template.id });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("bookings_read")]);
    expect((await render(narrow, conversation, { message_template_id: plain.id })).status).toBe(200);
  });

  test("is deleted permanently and reported to synchronizing clients", async () => {
    const client = await aManager();
    const template = await aTemplate(client, { body_en: "Hello" });
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await client.delete(`/inbox/message_templates/${template.id}`)).status).toBe(204);
    const list = await client.get(`/inbox/message_templates?updated_since=${since}`);
    expect(list.json).toMatchObject({ message_templates: [], meta: { deleted_ids: [template.id] } });
    const conversation = await aConversation(client);
    expect((await render(client, conversation, { message_template_id: template.id })).status).toBe(422);
  });
});

describe("a mail", () => {
  const mailsOf = async (client: ApiClient) =>
    service.sql("select template, recipient, reply_to, locale, content from mails where account_id = $1 order by id", [
      client.account,
    ]);
  const allowMails = (client: ApiClient) =>
    client.put(`/preferences_general_settings/${client.account}`, {
      preferences_general_settings: [{ mail_guests_from_api: true }],
    });
  const aMailedStay = async () => {
    const client = await aManager();
    const { conversation, guest } = await aStay(client, {
      emails: [{ email: "ada@example.com" }],
      preferred_locale: "fr",
    });
    const asGuest = await aParticipant(client, conversation, "Client", guest);
    const host = await aHost(client, { email: "nora@example.com" });
    return { client, conversation, asGuest, host, asHost: await aParticipant(client, conversation, "Host", host) };
  };

  test("reaches no guest from an application's conversation, unless the account allows it or an inquiry started it", async () => {
    const { client, conversation, asHost } = await aMailedStay();
    const answering = () => aMessage(client, conversation, asHost, { channel: "email", content: "There is a cot." });
    await answering();
    expect(await mailsOf(client)).toEqual([]);
    await allowMails(client);
    await answering();
    expect((await mailsOf(client)).map(({ template }) => template)).toEqual(["message to guest"]);
    const asked = await aManager();
    const { id } = await aRental(asked);
    const inquiry = { firstname: "Ines", lastname: "Muster", email: "ines@example.com", message: "Is there a cot?" };
    await created(asked, `/rentals/${id}/inquiries`, "inquiries", {
      ...inquiry,
      ...{ start_at: "2090-01-01", end_at: "2090-01-05", adults: 2 },
    });
    const begun = recordOf(await asked.get("/inbox/conversations"), "conversations");
    await aMessage(asked, begun, await aParticipant(asked, begun, "Host", await aHost(asked)), {});
    const sent = (await mailsOf(asked)).filter(({ template }) => template === "message to guest");
    expect(sent.map(({ recipient }) => recipient)).toEqual(["ines@example.com"]);
  });

  test("delivers a host's e-mail answer to each guest once", async () => {
    const { client, conversation, asHost } = await aMailedStay();
    await allowMails(client);
    for (const told of [{}, { channel: "airbnb" }, { channel: "email", origin: "email" }, { visibility: "internal" }])
      await aMessage(client, conversation, asHost, told);
    expect(await mailsOf(client)).toEqual([]);
    await aMessage(client, conversation, asHost, { channel: "email", content: "There is a cot." });
    await client.put(`/inbox/conversations/${conversation.id}`, { conversations: [{ default_channel: "email" }] });
    const note = await aMessage(client, conversation, asHost, { visibility: "internal" });
    for (let time = 0; time < 2; time++)
      await client.put(`/inbox/messages/${note.id}`, { messages: [{ visibility: "external" }] });
    expect(await mailsOf(client)).toMatchObject([
      {
        ...{ template: "message to guest", recipient: "ada@example.com", reply_to: "nora@example.com", locale: "fr" },
        content: { message: "There is a cot.", reference: expect.any(String) },
      },
      { content: { message: "Is there a cot?" } },
    ]);
  });

  test("notifies the assignee of a guest's message, or all owners and managers, but nobody of spam, and no disabled person", async () => {
    const { client, conversation, asGuest, host } = await aMailedStay();
    const change = (attributes: Json) =>
      client.put(`/inbox/conversations/${conversation.id}`, { conversations: [attributes] });
    await service.sql(
      `with people as (insert into users (email, fullname) values ('owner-1@example.com', 'Owner'), ('cleaner-1@example.com', 'Cleaner'), ('former-1@example.com', 'Former') returning id, email)
       insert into memberships (account_id, user_id, role) select $1, id, case when email like 'cleaner%' then 'cleaner' else 'owner' end from people`,
      [client.account],
    );
    await service.sql("update users set disabled_at = now() where email = 'former-1@example.com'");
    await aMessage(client, conversation, asGuest, { origin: "whatsapp" });
    await change({ assignee_id: host.id });
    await aMessage(client, conversation, asGuest);
    await change({ marked_as_spam: true });
    await aMessage(client, conversation, asGuest);
    await change({ marked_as_spam: false });
    await client.post(`/clients/${asGuest.member_id}/restrict_processing`);
    await aMessage(client, conversation, asGuest);
    await client.post(`/clients/${asGuest.member_id}/lift_restriction`);
    await service.sql(
      `update hosts set user_id = users.id from users where hosts.account_id = $1 and hosts.id = $2 and users.email = 'former-1@example.com'`,
      [client.account, host.id],
    );
    await aMessage(client, conversation, asGuest);
    expect((await mailsOf(client)).map(({ template, recipient }) => [template, recipient])).toEqual([
      ["inbox notification", "owner-1@example.com"],
      ["inbox notification", "nora@example.com"],
      // For a guest with restricted data, an address noted on a host gets no notification.
      ["inbox notification", "owner-1@example.com"],
      // The assignee is disabled.
      ["inbox notification", "owner-1@example.com"],
    ]);
  });
});

describe("an attachment", () => {
  const aFile = (client: ApiClient, name: string) =>
    created(client, "/inbox/attachments", "attachments", { name, file: "VHVybiBsZWZ0IGF0IHRoZSBtaWxsLg==" });

  test("is sent with messages, and erased with a forgotten guest's last one", async () => {
    const client = await aManager();
    const { conversation, guest } = await aStay(client);
    const asHost = await aParticipant(client, conversation, "Host", await aHost(client));
    const [own, shared] = [await aFile(client, "Ada.txt"), await aFile(client, "Rules.txt")];
    const message = await aMessage(client, conversation, asHost, { attachment_ids: [own.id] });
    const other = await aStay(client, {});
    const asOther = await aParticipant(client, other.conversation, "Host", await aHost(client));
    await aMessage(client, other.conversation, asOther, { attachment_ids: [shared.id] });
    for (let time = 0; time < 2; time++) {
      const added = await client.post(`/inbox/messages/${message.id}/add_attachment`, {
        attachments: [{ id: shared.id }, { id: shared.id }],
      });
      expect(Object(recordOf(added, "messages").links).attachments).toEqual([own.id, shared.id]);
    }
    const refused = await client.post(`/inbox/messages/${message.id}/add_attachment`, {
      attachments: [{ id: 999_999 }, {}],
    });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { attachments: ["element 1: id must exist", "element 2: id can't be blank"] },
    ]);
    await client.post(`/clients/${guest.id}/forget`);
    const left = recordsOf(await client.get("/inbox/attachments"), "attachments");
    expect(left.map(({ name, url }) => [name, url === null])).toEqual([
      [null, true],
      ["Rules.txt", false],
    ]);
  });

  test("cannot be added to an erased message, and is hidden with a restricted guest's messages", async () => {
    const client = await aManager();
    const { conversation, guest } = await aStay(client);
    const asGuest = await aParticipant(client, conversation, "Client", guest);
    const [own, later] = [await aFile(client, "Passport.txt"), await aFile(client, "Later.txt")];
    const message = await aMessage(client, conversation, asGuest, { attachment_ids: [own.id] });
    const key = { "idempotency-key": randomUUID() };
    const rename = () =>
      client.put(`/inbox/attachments/${own.id}`, { attachments: [{ name: "Passport of Ada.txt" }] }, key);
    expect(recordOf(await rename(), "attachments").name).toBe("Passport of Ada.txt");
    await client.post(`/clients/${guest.id}/restrict_processing`);
    const shown = recordsOf(await client.get("/inbox/attachments"), "attachments");
    expect(shown).toMatchObject([
      { id: own.id, name: null, url: null },
      { id: later.id, name: "Later.txt", url: expect.any(String) },
    ]);
    expect(recordOf(await rename(), "attachments")).toMatchObject({ name: null, url: null });
    await client.post(`/clients/${guest.id}/forget`);
    const change = (ids: unknown[]) =>
      client.put(`/inbox/messages/${message.id}`, { messages: [{ attachment_ids: ids }] });
    const add = client.post(`/inbox/messages/${message.id}/add_attachment`, { attachments: [{ id: later.id }] });
    const erased = ["can't be added: the message was erased"];
    expect(errorsOf(await add)).toEqual({ attachments: erased });
    expect(errorsOf(await change([own.id, later.id]))).toEqual({ attachment_ids: erased });
    expect((await change([own.id])).status).toBe(200);
  });

  test("a note's attachment is visible only to those who see the note, and only they can send it", async () => {
    const client = await aManager();
    const { conversation } = await aStay(client);
    const asHost = await aParticipant(client, conversation, "Host", await aHost(client));
    const file = await aFile(client, "Note.txt");
    const other = await service.aClient(client.account);
    expect((await other.get(`/inbox/attachments/${file.id}`)).status).toBe(200);
    await aMessage(client, conversation, asHost, { visibility: "internal", attachment_ids: [file.id] });
    expect((await other.get(`/inbox/attachments/${file.id}`)).status).toBe(404);
    expect((await client.get(`/inbox/attachments/${file.id}`)).status).toBe(200);
    const taken = await other.post("/inbox/messages", {
      messages: [messageOf(conversation, asHost, { attachment_ids: [file.id] })],
    });
    expect([taken.status, errorsOf(taken)]).toEqual([422, { attachment_ids: ["must exist"] }]);
  });

  test("is updated for synchronizing clients when it is sent, removed or shown with its note, but not for notes", async () => {
    const client = await aManager();
    const other = await service.aClient(client.account);
    const { conversation } = await aStay(client);
    const asHost = await aParticipant(client, conversation, "Host", await aHost(client));
    const file = await aFile(client, "Note.txt");
    const changedBy = async (work: () => Promise<unknown>) => {
      await service.sql("update attachments set updated_at = '2020-01-01' where account_id = $1", [client.account]);
      await work();
      const found = await other.get("/inbox/attachments?updated_since=2020-01-02T00:00:00Z");
      return recordsOf(found, "attachments").length;
    };
    const note = await aMessage(client, conversation, asHost, { visibility: "internal" });
    const message = await aMessage(client, conversation, asHost);
    const change = (at: Json, attributes: Json) => client.put(`/inbox/messages/${at.id}`, { messages: [attributes] });
    const body = { attachments: [{ id: file.id }] };
    expect(await changedBy(() => client.post(`/inbox/messages/${note.id}/add_attachment`, body))).toBe(0);
    expect(await changedBy(() => change(note, { visibility: "external" }))).toBe(1);
    expect(await changedBy(() => client.post(`/inbox/messages/${message.id}/add_attachment`, body))).toBe(1);
    expect(await changedBy(() => change(message, { attachment_ids: [] }))).toBe(1);
    expect(await changedBy(() => aMessage(client, conversation, asHost, { attachment_ids: [file.id] }))).toBe(1);
  });
});

describe("a guest in the inbox", () => {
  test("an erased guest leaves no messages, while other guests' messages stay", async () => {
    const client = await aManager();
    const [ada, alan] = [await aGuest(client), await aGuest(client, { fullname: "Alan Asker" })];
    const conversation = await aConversation(client, { subject: "Ada" });
    const asAda = await aParticipant(client, conversation, "Client", ada);
    const asAlan = await aParticipant(client, conversation, "Client", alan);
    const asHost = await aParticipant(client, conversation, "Host", await aHost(client));
    for (const sender of [asAda, asAlan, asHost]) await aMessage(client, conversation, sender, { content: "Dear Ada" });
    await client.post(`/clients/${ada.id}/forget`);
    const messages = recordsOf(await client.get("/inbox/messages"), "messages");
    expect(messages.map(({ content }) => content)).toEqual(["(erased)", "Dear Ada", "(erased)"]);
    expect(recordOf(await client.get(`/inbox/conversations/${conversation.id}`), "conversations").subject).toBeNull();
    const write = (sender: Json) => client.post("/inbox/messages", { messages: [messageOf(conversation, sender)] });
    expect(errorsOf(await write(asAda))).toEqual({
      sender_id: ["must be a participant whose personal data is not erased"],
    });
    expect((await write(asHost)).status).toBe(201);
    await client.post(`/clients/${alan.id}/forget`);
    expect(errorsOf(await write(asHost))).toEqual({ conversation_id: [expect.stringContaining("was erased")] });
    const joined = await client.post("/inbox/participants", {
      participants: [{ conversation_id: conversation.id, member_type: "Client", member_id: ada.id }],
    });
    expect(errorsOf(joined)).toEqual({ member_id: [expect.stringContaining("is not erased")] });
  });

  test("a guest whose processing is restricted is hidden from all applications except the account's own", async () => {
    const client = await aManager();
    const { conversation, guest } = await aStay(client);
    await client.put(`/inbox/conversations/${conversation.id}`, { conversations: [{ default_channel: "airbnb" }] });
    const asHost = await aParticipant(client, conversation, "Host", await aHost(client));
    await aMessage(client, conversation, asHost, { content: "Dear Ada" });
    const template = await aTemplate(client, { body_en: "Dear {{guest.firstname}}" });
    await client.post(`/clients/${guest.id}/restrict_processing`);
    expect(recordsOf(await client.get("/inbox/messages"), "messages")).toMatchObject([{ content: "(hidden)" }]);
    const refused = await render(client, conversation, { message_template_id: template.id });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("is restricted")]);
  });

  test("a guest whose processing is restricted is not revealed by an inquiry in their name", async () => {
    const client = await aManager();
    const ada = await aGuest(client, { emails: [{ email: "ada@example.com" }] });
    await client.post(`/clients/${ada.id}/restrict_processing`);
    const inquiry = await created(client, `/rentals/${(await aRental(client)).id}/inquiries`, "inquiries", {
      ...{ firstname: "Ada", lastname: "Guest", email: "ada@example.com", message: "Is there a cot?" },
    });
    const messages = await client.get(`/inbox/messages?conversation_id=${Object(inquiry.links).conversation}`);
    expect(recordsOf(messages, "messages")).toMatchObject([{ content: "Is there a cot?" }]);
    await client.post(`/clients/${ada.id}/forget`);
    expect(recordsOf(await client.get("/inbox/messages"), "messages")).toMatchObject([{ content: "(erased)" }]);
  });

  test("is exported with their conversations by the account's own people", async () => {
    const client = await aManager();
    const { conversation, guest } = await aStay(client);
    const asHost = await aParticipant(client, conversation, "Host", await aHost(client));
    const note = { messages: [messageOf(conversation, asHost, { visibility: "internal" })] };
    const key = { "idempotency-key": randomUUID() };
    const message = recordOf(await client.post("/inbox/messages", note, key), "messages");
    const exported = async (by: ApiClient) => Object((await by.get(`/clients/${guest.id}/export`)).json.clients)[0];
    const application = await service.anApplication();
    await service.sql(
      `with person as (insert into users (email, fullname) values (gen_random_uuid() || '@example.com', 'Owner') returning id),
         member as (insert into memberships (account_id, user_id, role) select $1, id, 'owner' from person)
       update applications set registered_by_user_id = person.id from person where applications.id = $2`,
      [client.account, application],
    );
    const people = await service.aClient(client.account, { application, scopes: fullScopes });
    const whole = await exported(people);
    expect([idsOf(whole.conversations), idsOf(whole.messages)]).toEqual([[conversation.id], [message.id]]);
    const part = await exported(await service.aClient(client.account));
    expect([part.messages, part.left_out]).toEqual([[], [{ part: "messages", scopes: [] }]]);
    expect([whole.stored_answers.length, part.stored_answers]).toEqual([1, []]);
  });
});
