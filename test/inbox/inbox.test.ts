import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, idsOf, linksOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aConversation, aHost, aMessage, aParticipant, messageOf } from "./fixture.ts";

/** The inbox (service.md, Inbox; the reference; conventions.md, Resources beyond the catalogue). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const minuteAgo = () => new Date(Date.now() - 60_000).toISOString();

/** A conversation between a guest and a host. */
async function aDialogue(client: ApiClient, attributes: Json = {}) {
  const conversation = await aConversation(client, attributes);
  const guest = await aGuest(client, { emails: [{ email: "ada@example.com" }] });
  const host = await aHost(client);
  return {
    ...{ conversation, guest, host },
    asGuest: await aParticipant(client, conversation, "Client", guest),
    asHost: await aParticipant(client, conversation, "Host", host),
  };
}

const conversationOf = async (client: ApiClient, { id }: Json) =>
  recordOf(await client.get(`/inbox/conversations/${id}`), "conversations");
const change = (client: ApiClient, { id }: Json, attributes: Json) =>
  client.put(`/inbox/conversations/${id}`, { conversations: [attributes] });

describe("the paths of the inbox", () => {
  test("are nested: flat ones do not exist", async () => {
    const client = await aManager();
    for (const path of [
      "conversations",
      "inbox_conversations",
      "participants",
      "messages",
      "message_templates",
      "inbox",
    ])
      expect((await client.get(`/${path}`)).status, path).toBe(404);
    expect((await client.get("/inbox/conversations")).json).toMatchObject({
      conversations: [],
      links: { "conversations.assignee": "https://roost.test/api/v3/hosts/{conversations.assignee}" },
    });
  });

  test("need a token with inbox_read to read and inbox_write to write", async () => {
    const account = await service.anAccount();
    const reader = await service.aClient(account, { scopes: ["inbox_read"] });
    const stranger = await service.aClient(account, { scopes: ["bookings_read", "clients_read"] });
    for (const path of ["/hosts", "/inbox/conversations", "/inbox/participants", "/inbox/messages"]) {
      expect((await reader.get(path)).status, path).toBe(200);
      expect((await reader.post(path, {})).status, path).toBe(403);
      expect((await stranger.get(path)).status, path).toBe(403);
    }
  });
});

describe("a host", () => {
  test("can be linked only to one of the account's own people", async () => {
    const client = await aManager();
    const [member, other] = await service.sql(
      "insert into users (email, fullname) values (gen_random_uuid() || '@example.com', 'A'), (gen_random_uuid() || '@example.com', 'B') returning id::integer",
    );
    await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'manager')", [
      client.account,
      member?.id,
    ]);
    const host = await aHost(client, { user_id: member?.id });
    expect([host.user_id, linksOf(host).user]).toEqual([member?.id, member?.id]);
    for (const user_id of [other?.id, 999_999]) {
      const refused = await client.put(`/hosts/${host.id}`, { hosts: [{ user_id, email: "no address" }] });
      expect([refused.status, errorsOf(refused)]).toEqual([
        422,
        { user_id: ["must exist"], email: ["must be an e-mail address"] },
      ]);
    }
    const reader = await service.aClient(client.account, { scopes: ["inbox_read"] });
    const read = recordOf(await reader.get(`/hosts/${host.id}`), "hosts");
    expect([read.user_id, linksOf(read).user]).toEqual([undefined, member?.id]);
  });
});

describe("a conversation", () => {
  test("is stored with its creator, without attributes that only messages set", async () => {
    const client = await aManager();
    const made = await aConversation(client, { subject: "Cot", last_message_at: "2018-12-20T14:25:57Z" });
    expect(made).toMatchObject({
      ...{ subject: "Cot", default_channel: null, last_message_at: null, read_at: null, closed_at: null },
      ...{ created_by_id: client.application, created_by_type: "Application", marked_as_spam_at: null },
      links: { account: client.account, assignee: null, source: null, bookings: [], inquiries: [], messages: [] },
    });
  });

  test("accepts four attributes and its own echo, and refuses other values and attributes", async () => {
    const client = await aManager();
    const host = await aHost(client);
    const conversation = await aConversation(client, { subject: "Cot" });
    const changed = await change(client, conversation, {
      ...{ assignee_id: host.id, closed: true, default_channel: "airbnb", marked_as_spam: true },
      ...{ subject: "Cot", deadline_response_at: null, source_id: null, read_at: "2030-01-01" },
    });
    expect(recordOf(changed, "conversations")).toMatchObject({
      ...{ subject: "Cot", deadline_response_at: null, read_at: null, default_channel: "airbnb" },
      ...{ closed_at: expect.any(String), marked_as_spam_at: expect.any(String) },
      links: { assignee: host.id, source: null },
    });
    await service.sql("update conversations set closed_at = '2020-01-01' where id = $1", [conversation.id]);
    const again = recordOf(
      await change(client, conversation, { closed: true, marked_as_spam: false }),
      "conversations",
    );
    expect(again).toMatchObject({ closed_at: "2020-01-01T00:00:00Z", marked_as_spam_at: null });
    const wrong = { default_channel: "pigeon", assignee_id: 999_999, closed: "perhaps", folder: "x" };
    const fixed = { subject: "Other", deadline_response_at: "2030-01-01", source_id: 999_999 };
    for (const attributes of [wrong, fixed]) {
      const refused = await change(client, conversation, { ...attributes, marked_as_spam: true });
      expect([refused.status, Object.keys(Object(errorsOf(refused))).sort()]).toEqual([
        422,
        Object.keys(attributes).sort(),
      ]);
    }
    expect(await conversationOf(client, conversation)).toEqual(again);
  });

  test("has each connected booking once, until it is disconnected", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const [first, second] = [
      await aBooking(client, rental),
      await aBooking(client, rental, { start_at: "2091-01-01", end_at: "2091-01-02" }),
    ];
    const conversation = await aConversation(client);
    const at = `/inbox/conversations/${conversation.id}`;
    const both = { bookings: [{ id: first.id }, { id: String(second.id) }, { id: first.id }] };
    for (let time = 0; time < 2; time++) {
      const connected = recordOf(await client.put(`${at}/connect_booking`, both), "conversations");
      expect(linksOf(connected).bookings).toEqual([first.id, second.id]);
    }
    const stay = recordOf(await client.get(`/bookings/${first.id}?include=conversations`), "bookings");
    expect([linksOf(stay).conversations, stay.conversations]).toMatchObject([
      [conversation.id],
      [{ id: conversation.id }],
    ]);
    const found = await client.get(`/inbox/conversations?booking_id=${second.id}`);
    expect(idsOf(recordsOf(found, "conversations"))).toEqual([conversation.id]);

    const refused = await client.put(`${at}/connect_booking`, { bookings: [{ id: 999_999 }, { id: "x" }, {}] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        bookings: [
          "element 1: id must exist",
          expect.stringContaining("element 2: id"),
          "element 3: id can't be blank",
        ],
      },
    ]);
    expect((await client.put(`${at}/connect_booking`, { bookings: [] })).status).toBe(400);
    for (let time = 0; time < 2; time++) {
      const left = await client.put(`${at}/disconnect_booking`, { bookings: [{ id: first.id }] });
      expect(linksOf(recordOf(left, "conversations")).bookings).toEqual([second.id]);
    }
  });

  test("can be found by the inbox's filters", async () => {
    const client = await aManager();
    const { conversation, asGuest, guest, host } = await aDialogue(client, { default_channel: "email" });
    await aMessage(client, conversation, asGuest);
    const closed = await aConversation(client, { closed: true, marked_as_spam: true, assignee_id: host.id });
    const find = async (query: string) =>
      idsOf(recordsOf(await client.get(`/inbox/conversations?${query}`), "conversations"));
    expect(await find("closed=true")).toEqual([closed.id]);
    expect(await find("closed=false&unread=true")).toEqual([conversation.id]);
    expect(await find("unread=false")).toEqual([closed.id]);
    expect(await find("marked_as_spam=false")).toEqual([conversation.id]);
    expect(await find(`assignee_id=${host.id}`)).toEqual([closed.id]);
    expect(await find("assigned=false")).toEqual([conversation.id]);
    expect(await find(`client_id=${guest.id}&host_id=${host.id}`)).toEqual([conversation.id]);
    expect(await find("default_channel=email,airbnb")).toEqual([conversation.id]);
  });
});

describe("a participant", () => {
  test("is a guest or host of the account, only once", async () => {
    const client = await aManager();
    const { conversation, guest, asGuest } = await aDialogue(client);
    expect(asGuest).toMatchObject({
      ...{ member_id: guest.id, member_type: "Client", read_at: null, last_message_sent_at: null },
      links: { account: client.account, conversation: conversation.id, member: { id: guest.id, type: "Client" } },
    });
    const attempt = (attributes: Json) =>
      client.post("/inbox/participants", { participants: [{ conversation_id: conversation.id, ...attributes }] });
    const twice = await attempt({ member_id: guest.id, member_type: "Client" });
    expect([twice.status, errorsOf(twice)]).toEqual([422, { member_id: ["already takes part"] }]);
    const stranger = await aGuest(await aManager());
    const foreign = await attempt({ member_id: stranger.id, member_type: "Client" });
    expect(errorsOf(foreign)).toEqual({ member_id: ["must exist"] });
    const user = await attempt({ member_id: guest.id, member_type: "User" });
    expect(errorsOf(user)).toEqual({ member_type: [expect.stringContaining("Client, Host")] });
  });

  test("can have read everything, nothing, or everything up to a past time", async () => {
    const client = await aManager();
    const { conversation, asGuest, asHost } = await aDialogue(client);
    await aMessage(client, conversation, asGuest);
    const write = (read: unknown) =>
      client.put(`/inbox/participants/${asHost.id}`, { participants: [{ ...asHost, read }] });
    const other = { read: true, member_id: 999_999, conversation_id: 999_999 };
    const refused = await client.put(`/inbox/participants/${asHost.id}`, { participants: [other] });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { member_id: ["can't be changed after creation"], conversation_id: ["can't be changed after creation"] },
    ]);
    const readAt = async (read: unknown) => recordOf(await write(read), "participants").read_at;
    expect(await readAt("true")).toEqual(expect.any(String));
    expect((await conversationOf(client, conversation)).read_at).toEqual(expect.any(String));
    expect(await readAt(false)).toBeNull();
    expect((await conversationOf(client, conversation)).read_at).toBeNull();
    expect(await readAt("2020-01-02T10:00:00Z")).toBe("2020-01-02T10:00:00Z");
    const ahead = await write("2990-01-01");
    expect([ahead.status, errorsOf(ahead)]).toEqual([422, { read: ["must be in the past"] }]);
    expect(errorsOf(await write("soon"))).toEqual({ read: ["must be true, false or a time in the past"] });
  });
});

describe("a message", () => {
  test("updates its conversation: a guest's reopens it as unread, a host's marks it as read", async () => {
    const client = await aManager();
    const { conversation, asGuest, asHost } = await aDialogue(client, { closed: true });
    const message = await aMessage(client, conversation, asGuest, { origin: "whatsapp", channel: null });
    expect(message).toMatchObject({
      ...{ channel: null, origin: "whatsapp", visibility: "external", sent_at: "2026-01-02T10:00:00Z" },
      ...{ created_by_id: client.application, created_by_type: "Application" },
      links: { conversation: conversation.id, sender: asGuest.id, attachments: [] },
    });
    expect(await conversationOf(client, conversation)).toMatchObject({
      ...{ last_message_at: "2026-01-02T10:00:00Z", closed_at: null, read_at: null },
      links: { messages: [message.id], participants: [asGuest.id, asHost.id] },
    });
    await aMessage(client, conversation, asHost, { sent_at: "2026-01-03T10:00:00Z", channel: "email" });
    await aMessage(client, conversation, asHost, { sent_at: "2026-01-01T10:00:00Z" });
    const { last_message_at, read_at } = await conversationOf(client, conversation);
    expect([last_message_at, read_at]).toEqual(["2026-01-03T10:00:00Z", expect.any(String)]);
    const sender = recordOf(await client.get(`/inbox/participants/${asHost.id}`), "participants");
    expect(sender.last_message_sent_at).toBe("2026-01-03T10:00:00Z");
  });

  test("a guest's message does not reopen a closed spam conversation", async () => {
    const client = await aManager();
    const { conversation, asGuest } = await aDialogue(client, { closed: true, marked_as_spam: true });
    await aMessage(client, conversation, asGuest);
    expect((await conversationOf(client, conversation)).closed_at).toEqual(expect.any(String));
  });

  test("is refused with all problems at once unless its sender takes part in the conversation", async () => {
    const client = await aManager();
    const { conversation, asGuest } = await aDialogue(client);
    const other = await aDialogue(client);
    const attempt = (attributes: Json, sender = asGuest) =>
      client.post("/inbox/messages", { messages: [messageOf(conversation, sender, attributes)] });
    const note = await attempt({ visibility: "internal", channel: "email" });
    expect([note.status, errorsOf(note)]).toEqual([
      422,
      {
        visibility: ["can't be internal for a guest's message", "can't be internal for a message with a channel"],
      },
    ]);
    expect(errorsOf(await attempt({ origin: "pigeon", content: " " }, other.asHost))).toEqual({
      origin: [expect.stringContaining("must be one of")],
      content: ["can't be blank"],
      sender_id: ["must be a participant of the conversation"],
    });
    expect(errorsOf(await attempt({ sender_id: 999_999 }))).toEqual({ sender_id: ["must exist"] });
    expect((await conversationOf(client, conversation)).last_message_at).toBeNull();
  });

  test("never changes its text, author or time", async () => {
    const client = await aManager();
    const { conversation, asGuest } = await aDialogue(client);
    const message = await aMessage(client, conversation, asGuest);
    const answer = await client.put(`/inbox/messages/${message.id}`, {
      messages: [{ content: "Other", sent_at: "2020-01-01", sender_id: 1, conversation_id: 1, origin: "sms" }],
    });
    const { updated_at: _at, ...kept } = message;
    expect(recordOf(answer, "messages")).toMatchObject({ ...kept, origin: "sms" });
  });
});

describe("an internal message", () => {
  test("is visible only to its author and the account's own people, everywhere", async () => {
    const author = await aManager();
    const { conversation, asHost } = await aDialogue(author);
    await service.sql("update conversations set updated_at = '2020-01-01' where id = $1", [conversation.id]);
    const note = await aMessage(author, conversation, asHost, { visibility: "internal", content: "Likes quiet" });
    const other = await service.aClient(author.account);
    const people = await service.aClient(author.account, { application: await anOwnApplication(author.account) });
    const since = minuteAgo();
    for (const [client, seen] of [
      [author, [note.id]],
      [people, [note.id]],
      [other, []],
    ] as const) {
      const list = await client.get("/inbox/messages");
      expect(idsOf(recordsOf(list, "messages"))).toEqual(seen);
      expect(list.headers.get("x-total-count")).toBe(String(seen.length));
      expect(idsOf(recordsOf(await client.get(`/inbox/messages?updated_since=${since}`), "messages"))).toEqual(seen);
      expect((await client.get(`/inbox/messages/${note.id}`)).status).toBe(seen.length > 0 ? 200 : 404);
      const around = recordOf(
        await client.get(`/inbox/conversations/${conversation.id}?include=messages`),
        "conversations",
      );
      expect([linksOf(around).messages, idsOf(recordsOf({ ...list, json: around }, "messages"))]).toEqual([seen, seen]);
      expect(around).toMatchObject({ last_message_at: null, updated_at: "2020-01-01T00:00:00Z" });
    }
    for (const path of [`/inbox/messages/${note.id}`])
      expect((await other.put(path, { messages: [{ visibility: "external" }] })).status).toBe(404);
  });

  test("joins the conversation when it is made external, and can be hidden only by those who still see it", async () => {
    const author = await aManager();
    const { conversation, asHost } = await aDialogue(author);
    const note = await aMessage(author, conversation, asHost, { visibility: "internal" });
    const write = (client: ApiClient, visibility: string) =>
      client.put(`/inbox/messages/${note.id}`, { messages: [{ visibility }] });
    expect((await write(author, "external")).status).toBe(200);
    expect((await conversationOf(author, conversation)).last_message_at).toBe("2026-01-02T10:00:00Z");
    const other = await service.aClient(author.account);
    const hidden = await write(other, "internal");
    expect([hidden.status, errorsOf(hidden)]).toEqual([422, { visibility: [expect.stringContaining("only by")] }]);
    expect((await write(author, "internal")).status).toBe(200);
    expect((await other.get(`/inbox/messages/${note.id}`)).status).toBe(404);
  });
});

describe("an inquiry", () => {
  const asking = { firstname: "Alan", lastname: "Asker", email: "alan@example.com" };

  test("an inquiry with a message starts a conversation with its author", async () => {
    const client = await aManager();
    const rental = await aRental(client, { name: "Villa Aurora" });
    const inquiry = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
      ...{ ...asking, message: "Is there a cot?" },
    });
    const conversation = recordOf(
      await client.get(`/inbox/conversations/${linksOf(inquiry).conversation}?include=messages,participants.member`),
      "conversations",
    );
    expect(conversation).toMatchObject({
      ...{ subject: "Villa Aurora", default_channel: "email", last_message_at: expect.any(String), read_at: null },
      links: { inquiries: [inquiry.id] },
      messages: [{ content: "Is there a cot?", origin: "inquiry", visibility: "external", channel: null }],
      participants: [{ member_type: "Client", member: { fullname: "Alan Asker" } }],
    });
    const again = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
      ...{ ...asking, email: "ALAN@example.com", message: "And a high chair?" },
    });
    expect(linksOf(again).conversation).not.toBe(linksOf(inquiry).conversation);
    expect(recordsOf(await client.get("/clients"), "clients")).toHaveLength(1);
  });

  test("an inquiry without a message starts no conversation, and a refused one creates no client", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const silent = await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", asking);
    expect(linksOf(silent).conversation).toBeNull();
    const refused = await client.post(`/rentals/${rental.id}/inquiries`, {
      inquiries: [{ ...asking, message: "Hello", rental_id: 999_999 }],
    });
    expect(refused.status).toBe(422);
    expect(recordsOf(await client.get("/clients"), "clients")).toEqual([]);
    expect(recordsOf(await client.get("/inbox/conversations"), "conversations")).toEqual([]);
  });
});

/** An application registered by a member of the account. */
async function anOwnApplication(account: number): Promise<number> {
  const application = await service.anApplication();
  await service.sql(
    `with person as (insert into users (email, fullname) values (gen_random_uuid() || '@example.com', 'Owner') returning id),
       member as (insert into memberships (account_id, user_id, role) select $1, id, 'owner' from person)
     update applications set registered_by_user_id = person.id from person where applications.id = $2`,
    [account, application],
  );
  return application;
}
