import { describe, expect, test } from "vitest";
import { follow } from "../events/followed.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, booking, idsOf, linksOf, read } from "../harness/factories.ts";
import { ownPeople } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { aConversation, aHost, aMessage, aParticipant } from "../inbox/fixture.ts";
import { aKnownGuest, columnsWith, marker, reviewsOf } from "../privacy/fixture.ts";

/** Merges two clients that are the same guest (console.md, Screens; docs/design/personal-data.md). */
const service = useService();

/** A client that acts for a member of the account. Only members may merge. */
const people = async (): Promise<ApiClient> => ownPeople(service, await service.anAccount());

const merging = (api: ApiClient, kept: Json, other: Json): Promise<Answer> =>
  api.post(`/clients/${kept.id}/merge`, { clients: [{ merged_client_id: other.id }] });

async function merged(api: ApiClient, kept: Json, other: Json): Promise<Json> {
  const answer = await merging(api, kept, other);
  expect(answer.status, answer.text).toBe(200);
  return recordOf(answer, "clients");
}

describe("the kept client", () => {
  test("copies missing values, both notes, and every new contact detail", async () => {
    const api = await people();
    const kept = await aGuest(api, {
      ...{ fullname: "Ada Lovelace", notes: "likes figs", company: "Engines" },
      emails: [{ email: "ada@example.com" }],
      phones: [{ label: "home", number: "+33 1 23 45 67" }],
    });
    const other = await aGuest(api, {
      ...{ fullname: "A. Byron", notes: "late arrival", company: "Other", passport: "P1", preferred_locale: "fr" },
      emails: [{ email: "ADA@example.com" }, { email: "byron@example.com", label: "old" }],
      phones: [
        { label: "mobile", number: "+331234567" },
        { label: "work", number: "+44 20 1" },
      ],
      addresses: [{ city: "London", country_code: "GB" }],
    });
    const combined = await merged(api, kept, other);
    expect(combined).toMatchObject({
      ...{ fullname: "Ada Lovelace", firstname: "Ada", company: "Engines", passport: "P1", preferred_locale: "fr" },
      ...{ notes: "likes figs\n\nlate arrival", forget_me_at: null, merged_at: null },
      emails: [
        { email: "ada@example.com", primary: true, client_id: kept.id },
        { email: "byron@example.com", label: "old", primary: false, client_id: kept.id },
      ],
      phones: [{ label: "home" }, { label: "work", number: "+44 20 1" }],
      addresses: [{ city: "London", primary: true, client_id: kept.id }],
    });
    expect(linksOf(combined)).toMatchObject({ merged_into: null });
  });

  test("is restricted if the other one was, and then hidden from other applications", async () => {
    const api = await people();
    const [kept, other] = [await aGuest(api, { fullname: "Ada" }), await aGuest(api, { fullname: "Byron" })];
    await api.post(`/clients/${other.id}/restrict_processing`);
    expect(await merged(api, kept, other)).toMatchObject({ processing_restricted_at: expect.any(String) });
    const stranger = await service.aClient(api.account);
    expect(await read(stranger, "clients", kept.id)).toMatchObject({ fullname: null });
  });

  test("gets all references to the other client, and is forgotten with all of them", async () => {
    const api = await people();
    const known = await aKnownGuest(api);
    await reviewsOf(api, known.client);
    const talk = await aConversation(api);
    const participant = await aParticipant(api, talk, "Client", known.client);
    await aMessage(api, talk, participant, { content: `${marker} asks` });
    const kept = await aGuest(api, { fullname: "Nobody" });
    const stays = recordsOf(await api.get(`/clients/${known.client.id}/export`), "clients")[0]?.bookings;
    await merged(api, kept, known.client);
    expect(await read(api, "bookings", known.booking.id)).toMatchObject({ links: { client: kept.id } });
    expect(recordOf(await api.get(`/inbox/participants/${participant.id}`), "participants").member_id).toBe(kept.id);
    const [exported] = recordsOf(await api.get(`/clients/${kept.id}/export`), "clients");
    expect(exported).toMatchObject({ reviews: [expect.anything()], host_reviews: [expect.anything()] });
    expect(exported?.inquiries).toEqual([expect.objectContaining({ id: known.inquiry.id })]);
    expect(exported?.payments).toEqual([expect.objectContaining({ id: known.payment.id })]);
    expect(Array.isArray(stays) && Array.isArray(exported?.bookings) && exported.bookings.length).toBe(
      Array.isArray(stays) && stays.length,
    );
    expect((await api.post(`/clients/${kept.id}/forget`)).status).toBe(200);
    expect(await columnsWith(service, marker)).toEqual([]);
  });
});

describe("the merged client", () => {
  test("leaves lists and totals, is reported as merged, and shows only the kept client's id", async () => {
    const api = await people();
    const name = "zeglum";
    const kept = await aGuest(api, { fullname: "Ada" });
    const other = await aGuest(api, { fullname: `Byron ${name}`, emails: [{ email: `${name}@example.com` }] });
    const { after } = await follow(api);
    await merged(api, kept, other);
    const listed = await api.get("/clients?updated_since=2020-01-01T00:00:00Z");
    expect(idsOf(recordsOf(listed, "clients"))).toEqual([kept.id]);
    expect(listed.json.meta).toMatchObject({ "X-Total-Count": "1", deleted_ids: [other.id] });
    const shown = await read(api, "clients", other.id);
    expect(shown).toMatchObject({ fullname: null, emails: [], merged_at: expect.any(String) });
    expect(linksOf(shown)).toMatchObject({ merged_into: kept.id });
    const { events } = await follow(api, { after });
    expect(events.map(({ type, record_id: record }) => [type, record])).toEqual(
      expect.arrayContaining([
        ["client.merged", other.id],
        ["client.updated", kept.id],
      ]),
    );
    const history = await api.get(`/clients/${other.id}/history`);
    expect(history.status).toBe(200);
    expect(history.text).not.toContain(name);
  });

  test("can no longer be changed, booked for or merged, or found by its address", async () => {
    const api = await people();
    const kept = await aGuest(api, { fullname: "Ada" });
    const other = await aGuest(api, { fullname: "Byron", emails: [{ email: "byron@example.com" }] });
    await merged(api, kept, other);
    expect(idsOf(recordsOf(await api.get("/clients?email=byron@example.com"), "clients"))).toEqual([kept.id]);
    const written = await api.put(`/clients/${other.id}`, { clients: [{ preferred_locale: "fr" }] });
    expect([written.status, errorsOf(written)]).toEqual([422, { base: ["is merged and can no longer be changed"] }]);
    expect((await booking(api, await aRental(api), { client_id: other.id })).status).toBe(422);
    expect((await merging(api, other, kept)).status).toBe(422);
    expect((await merging(api, kept, other)).status).toBe(422);
  });

  test("follows the kept client when that is merged into a third one", async () => {
    const api = await people();
    const [one, two, three] = [await aGuest(api), await aGuest(api), await aGuest(api)];
    await merged(api, two, one);
    await merged(api, three, two);
    for (const gone of [one, two])
      expect(linksOf(await read(api, "clients", gone.id))).toMatchObject({ merged_into: three.id });
  });
});

test("when both clients take part in a conversation, the messages move and the other participant stays empty", async () => {
  const api = await people();
  const [kept, other] = [await aGuest(api, { fullname: "Ada" }), await aGuest(api, { fullname: "Byron" })];
  const talk = await aConversation(api);
  const participants = {
    kept: await aParticipant(api, talk, "Client", kept),
    other: await aParticipant(api, talk, "Client", other),
  };
  const host = await aParticipant(api, talk, "Host", await aHost(api));
  const question = await aMessage(api, talk, participants.other, { content: "Is there a cot?" });
  const answered = await aMessage(api, talk, host, { content: "There is.", channel: "airbnb" });
  await merged(api, kept, other);
  expect(
    await service.sql("select sender_id::int from messages where id = any($1) order by id", [
      [question.id, answered.id],
    ]),
  ).toEqual([{ sender_id: participants.kept.id }, { sender_id: host.id }]);
  const lastSent = async ({ id }: Json) =>
    recordOf(await api.get(`/inbox/participants/${id}`), "participants").last_message_sent_at;
  expect([await lastSent(participants.kept), await lastSent(participants.other)]).toEqual([
    "2026-01-02T10:00:00Z",
    null,
  ]);
  await api.post(`/clients/${kept.id}/forget`);
  expect(await service.sql("select content from messages where id = $1", [question.id])).toEqual([
    { content: "(erased)" },
  ]);
});

describe("an invalid merge", () => {
  const problems: readonly [what: string, of: (api: ApiClient, kept: Json) => Promise<unknown>, problem: string][] = [
    ["with itself", (_, kept) => Promise.resolve(kept.id), "must be another client"],
    ["with nobody", () => Promise.resolve(null), "can't be blank"],
    ["with one of another account", async () => (await aGuest(await people())).id, "must be a client of the account"],
    [
      "with one whose data was erased",
      async (api) => {
        const { id } = await aGuest(api);
        await api.post(`/clients/${id}/forget`);
        return id;
      },
      "must be a client of the account whose personal data is not erased",
    ],
  ];

  test.each(problems)("%s is 422 and changes nothing", async (_, of, problem) => {
    const api = await people();
    const kept = await aGuest(api, { fullname: "Ada" });
    const before = await read(api, "clients", kept.id);
    const answer = await api.post(`/clients/${kept.id}/merge`, {
      clients: [{ merged_client_id: await of(api, kept) }],
    });
    expect(answer.status, answer.text).toBe(422);
    expect(errorsOf(answer)).toEqual({ merged_client_id: [expect.stringContaining(problem)] });
    expect(await read(api, "clients", kept.id)).toEqual(before);
  });

  test("a merge with too much combined data names what exceeds the limit, and changes nothing", async () => {
    const api = await people();
    const many = (letter: string) =>
      Array.from({ length: 30 }, (_, index) => ({ email: `${letter}${index}@example.com` }));
    const kept = await aGuest(api, { fullname: "Ada", notes: "a".repeat(3000), emails: many("a") });
    const other = await aGuest(api, { fullname: "Byron", notes: "b".repeat(3000), emails: many("b") });
    const answer = await merging(api, kept, other);
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)).toEqual({
      emails: [expect.stringContaining("too many elements")],
      notes: [expect.stringContaining("too long")],
    });
    expect(await read(api, "clients", other.id)).toMatchObject({ fullname: "Byron", merged_at: null });
  });

  test("a merge by another application is 403", async () => {
    const stranger = await service.aClient(await service.anAccount());
    const answer = await merging(stranger, await aGuest(stranger), await aGuest(stranger));
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("own people")]);
  });
});

test("only one of two opposite merges succeeds, and a concurrent booking belongs to the kept client", async () => {
  const api = await people();
  const rental = await aRental(api);
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await aGuest(api), await aGuest(api)];
    const stay = { start_at: `${2091 + round}-01-04`, end_at: `${2091 + round}-01-06`, client_id: two.id };
    const [first, second, made] = await Promise.all([
      merging(api, one, two),
      merging(api, two, one),
      booking(api, rental, stay),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 422]);
    expect([201, 422]).toContain(made.status);
    const [row] = await service.sql(
      `select count(*)::int as lost from bookings join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
       where bookings.account_id = $1 and clients.merged_at is not null`,
      [api.account],
    );
    expect(row?.lost).toBe(0);
  }
});

test("a merge moves every reference to clients in the database, except those to ended ones", async () => {
  const references = await service.sql(
    `select conrelid::regclass::text as name from pg_constraint where confrelid = 'clients'::regclass and contype = 'f' order by 1`,
  );
  // A merged client refers to the client that was kept.
  expect(references.map(({ name }) => name)).toEqual([
    "agreement_signatures",
    "bookings",
    "clients",
    "guest_forms",
    "host_reviews",
    "invoices",
    "mails",
    "participants",
    "reviews",
  ]);
  const api = await people();
  const [kept, other] = [await aGuest(api, { fullname: "Ada" }), await aGuest(api, { fullname: "Byron" })];
  const stay = await aBooking(api, await aRental(api), { client_id: other.id });
  await service.sql(
    `insert into mails (account_id, template, recipient, locale, content, client_id) values ($1, 'test', 'b@example.com', 'en', '{}', $2)`,
    [api.account, other.id],
  );
  await service.sql(
    "insert into imported_records (account_id, kind, external_reference, record_id) values ($1, 'clients', 'B', $2)",
    [api.account, other.id],
  );
  await merged(api, kept, other);
  const left = await service.sql(
    `select 'bookings' as name from bookings where client_id = $1 union all select 'mails' from mails where client_id = $1
     union all select 'imported_records' from imported_records where kind = 'clients' and record_id = $1`,
    [other.id],
  );
  expect(left).toEqual([]);
  expect(linksOf(await read(api, "bookings", stay.id))).toMatchObject({ client: kept.id });
});
