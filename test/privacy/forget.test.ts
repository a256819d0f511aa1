import { expect, test } from "vitest";
import { lockAddresses } from "../../src/modules/stays/inquiries/address-lock.ts";
import { type Answer, errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read, booking as tryToBook } from "../harness/factories.ts";
import { LockWaits } from "../harness/lock-waits.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { aKnownGuest, columnsWith, marker, personalClient, personalPayment, reviewsOf } from "./fixture.ts";

/** Forgets a guest (bookings.md, Personal data). */
const service = useService();

/** Erased columns that hold no text of the test guest. */
const alsoErased: readonly string[] = [
  "agreement_signatures.ip",
  "agreement_signatures.name",
  "damage_deposits.capture_reason",
  "damage_deposits.failure_reason",
  "damage_deposits.message_to_guest",
  "damage_deposits.sealed_card",
  "attachments.name",
  "scheduled_actions.content",
  "attachments.remote_file_url",
  "stored_files.name",
  "idempotent_answers.body",
  "inquiries.country_code",
  "inquiries.phone",
  "mails.content",
  "mails.recipient_name",
  "payments.card",
  "payments.country_code",
  "payments.credit_card_token",
  "payments.ip",
  "payments.sealed_token",
  "proposals.body",
  "reviews.country_code",
  // test/tasks/tasks.test.ts
  "tasks.notes",
];

/** Columns with personal-sounding names but no guest data, each with the reason. */
const notOfGuests: Readonly<Record<string, string>> = {
  "invoices.notes": "part of a frozen document, which the law asks to keep: restricted to the account's own people",
  "stored_files.content_type": "a media type",
  "stored_files.public_token": "of files that everybody may see",
  "bookings.damage_deposit_external_collection_method_name": "a means, such as cash",
  "bookings_fees.name": "of a fee",
  "bookings_taxes.name": "of a tax",
  "conversations.last_message_at": "a moment",
  "participants.last_message_sent_at": "a moment",
  "mails.state": "of a mail",
  "damage_deposits.state": "of a deposit",
  "scheduled_actions.reason": "why an action was skipped or canceled",
  "scheduled_actions.state": "of an action",
  "payments.description": "the rental and the stay",
  "payments.gateway_name": "of a gateway",
  "payments.rejection_reason": "why a gateway takes no money",
  "payments.keeps_card": "whether a deposit uses the card",
  "payment_steps.reason": "why a gateway takes no money",
  "payment_steps.state": "of a step",
  "imports.state": "of an import",
  "proposals.state": "of a proposal",
  "idempotent_answers.headers": "of an answer, which name ids",
  "changes.actor_name": "of a job or a command",
  "portal_settings.country_code": "of houses",
  "rental_cancelation_policies.body": "the terms of the account",
};

/** Tables that hold no guest data. */
const tablesWithoutGuests: ReadonlySet<string> = new Set([
  ...[
    "accounts",
    "users",
    "agent_codes",
    "invitations",
    "notification_choices",
    "push_devices",
    "applications",
    "secrets_keys",
    "roost_migrations",
    "job_runs",
    "calendar_feeds",
    "cleaning_links",
    "booking_sites",
    "webhook_endpoints",
    "payment_gateways",
    "bogus_ledger",
    "channel_payout_lines",
    "channel_payout_movements",
  ],
  ...["hosts", "message_templates", "automations"],
  ...["rentals", "bathrooms", "bedrooms", "rentals_tags", "bookings_tags", "sources", "destinations"],
  ...["contacts", "rental_contacts", "rental_urls", "rentals_contents_overrides", "photos"],
  ...["fees", "taxes", "rates_rules", "rates_tables", "seasons", "special_offers", "rate_overrides"],
]);
const aManager = async () => service.aClient(await service.anAccount());

test("a forgotten client leaves no personal data in the database, and keeps ids and amounts", async () => {
  const api = await aManager();
  const { client, booking, comment, inquiry, agreement, payment } = await aKnownGuest(api);
  await reviewsOf(api, client);
  expect(await columnsWith(service, marker)).not.toEqual([]);
  const answer = await api.post(`/clients/${client.id}/forget`);
  expect(answer.status).toBe(200);
  expect(answer.json.meta).toEqual({ remains: [expect.stringContaining("Backups"), expect.any(String)] });
  expect(recordOf(answer, "clients")).toMatchObject({
    ...{ id: client.id, fullname: null, firstname: null, lastname: null, company: null, notes: null, passport: null },
    ...{ vat_number: null, emails: [], phones: [], addresses: [], forget_me_at: expect.any(String) },
  });
  expect(await columnsWith(service, marker)).toEqual([]);
  const stay = await read(api, "bookings", booking.id);
  expect(stay).toMatchObject({ id: booking.id, notes: null, door_key_code: null, links: { client: client.id } });
  expect(stay.final_price).toEqual(booking.final_price);
  expect(await read(api, "booking_comments", comment.id)).toMatchObject({ content: "(erased)" });
  expect(await read(api, "rental_agreements", agreement.id)).toMatchObject({ body: "(erased)" });
  expect(await read(api, "payments", payment.id)).toMatchObject({
    ...{ amount_in_cents: 5000, transaction_id: "R-17", fullname: null, email: null, card: null, country_code: null },
    forget_me_at: expect.any(String),
  });
  const asked = { firstname: "(erased)", lastname: "(erased)", phone: null, message: null };
  expect(await read(api, "inquiries", inquiry.id)).toMatchObject(asked);
});

test("a forgotten client's inquiry cannot be booked or get a person again", async () => {
  const api = await aManager();
  const { client, inquiry } = await aKnownGuest(api);
  await api.post(`/clients/${client.id}/forget`);
  const booked = await api.post(`/inquiries/${inquiry.id}/book`);
  expect([booked.status, booked.text]).toEqual([422, expect.stringContaining("the guest's data was erased")]);
  const written = await api.put(`/inquiries/${inquiry.id}`, { inquiries: [{ firstname: "Ada" }] });
  expect([written.status, errorsOf(written)]).toEqual([
    422,
    { firstname: [expect.stringContaining("was erased for good")] },
  ]);
});

test("every column with a personal name is erased or listed as not personal", async () => {
  const api = await aManager();
  const { client } = await aKnownGuest(api);
  await reviewsOf(api, client);
  const known = new Set([...(await columnsWith(service, marker)), ...alsoErased, ...Object.keys(notOfGuests)]);
  await api.post(`/clients/${client.id}/forget`);
  const columns = await service.sql(
    `select table_name || '.' || column_name as name from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and column_name ~ '(name|mail|phone|mobile|fax|address|city|zip|state|country|passport|vat|notes|comment|message|reason|content|body|headers|text|card|token|ip$|url|description)'
     order by 1`,
  );
  const names = columns
    .map(({ name }) => String(name))
    .filter((name) => !tablesWithoutGuests.has(name.split(".")[0] ?? "") && !/_(id|digest)$/.test(name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(Object.keys(notOfGuests).filter((name) => !names.includes(name))).toEqual([]);
});

test("updated_since reports the forgotten client and its bookings", async () => {
  const api = await aManager();
  const { client, booking, comment } = await aKnownGuest(api);
  await service.sql("update clients set updated_at = '2020-01-01'");
  await service.sql("update bookings set updated_at = '2020-01-01'");
  await service.sql("update booking_comments set updated_at = '2020-01-01'");
  const since = new Date(Date.now() - 60_000).toISOString();
  await api.post(`/clients/${client.id}/forget`);
  for (const [root, { id }] of Object.entries({ clients: client, bookings: booking, booking_comments: comment }))
    expect(recordsOf(await api.get(`/${root}?updated_since=${since}`), root).map((record) => record.id)).toEqual([id]);
});

test("forgetting is permanent: repeating it changes nothing, and personal data cannot be written again", async () => {
  const api = await aManager();
  const { client, booking } = await aKnownGuest(api);
  const first = recordOf(await api.post(`/clients/${client.id}/forget`), "clients");
  await service.sql("update clients set forget_me_at = '2020-01-01' where id = $1", [client.id]);
  const second = await api.post(`/clients/${client.id}/forget`);
  expect(recordOf(second, "clients")).toEqual({ ...first, forget_me_at: "2020-01-01T00:00:00Z" });

  const written = await api.put(`/clients/${client.id}`, { clients: [personalClient] });
  const erased = [expect.stringContaining("was erased for good")];
  expect([written.status, errorsOf(written)]).toEqual([
    422,
    Object.fromEntries(Object.keys(personalClient).map((name) => [name, erased])),
  ]);
  expect((await api.put(`/clients/${client.id}`, { clients: [first] })).status).toBe(200);
  expect((await api.put(`/clients/${client.id}`, { clients: [{ preferred_locale: "fr" }] })).status).toBe(200);

  const noted = await api.put(`/bookings/${booking.id}`, { bookings: [{ notes: marker }] });
  expect([noted.status, errorsOf(noted)]).toEqual([422, { notes: erased }]);
  const opened = await api.put(`/bookings/${booking.id}`, { bookings: [{ door_key_code: "4711", adults: 2 }] });
  expect(recordOf(opened, "bookings")).toMatchObject({ door_key_code: "4711", adults: 2 });
});

test("a repeated idempotency key returns the current record and does nothing twice", async () => {
  const api = await aManager();
  const { client, booking, comment, inquiry, payment } = await aKnownGuest(api);
  const fee = { bookings_fees: [{ price: "5", name: "Dog", kind: "other" }] };
  const requests = [
    ["POST", "/clients", { clients: [personalClient] }],
    ["PUT", `/clients/${client.id}`, { clients: [{ notes: marker }] }],
    ["PUT", `/bookings/${booking.id}`, { bookings: [{ notes: marker }] }],
    ["PATCH", `/bookings/${booking.id}/add_bookings_fee`, fee],
    ["PUT", `/booking_comments/${comment.id}`, { booking_comments: [{ content: marker }] }],
    ["PUT", `/inquiries/${inquiry.id}`, { inquiries: [{ message: marker }] }],
    ["PUT", `/payments/${payment.id}`, { payments: [{ notes: marker }] }],
    ["POST", `/bookings/${booking.id}/payments`, { payments: [personalPayment] }],
    ["DELETE", `/booking_comments/${comment.id}`, undefined],
  ] as const;
  const keys = requests.map(() => crypto.randomUUID());
  const sendAll = async (): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (const [index, [method, path, body]] of requests.entries())
      answers.push(await api.send(method, path, body, { "idempotency-key": keys[index] ?? "" }));
    return answers;
  };
  const first = await sendAll();
  expect(first.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200, 201, 204]);
  const [made] = first;
  if (!made) throw new Error("Nothing was sent.");
  await api.post(`/clients/${client.id}/forget`);
  await api.post(`/clients/${recordOf(made, "clients").id}/forget`);
  // Erased and deleted comments stay hidden, but their idempotency keys still answer.
  const counts = "select (select count(*) from clients) as clients, (select count(*) from payments) as payments";
  const before = await service.sql(counts);
  const again = await sendAll();
  expect(again.map(({ status }) => status)).toEqual(first.map(({ status }) => status));
  for (const answer of again) expect(answer.text).not.toContain(marker);
  expect(again[0]?.headers.get("location")).toBe(made.headers.get("location"));
  expect(recordOf(again[0] ?? made, "clients")).toMatchObject({ id: recordOf(made, "clients").id, fullname: null });
  expect(recordOf(again[3] ?? made, "bookings")).toMatchObject({ id: booking.id, notes: null });
  expect(await service.sql(counts)).toEqual(before);
  expect(await columnsWith(service, marker)).toEqual([]);
  const other = await api.put(
    `/clients/${client.id}`,
    { clients: [{ notes: "x" }] },
    { "idempotency-key": keys[1] ?? "" },
  );
  expect(other.status).toBe(409);
});

test("a payment can be forgotten separately, and a gateway cannot restore its payer", async () => {
  const api = await aManager();
  const { client, payment } = await aKnownGuest(api);
  const refund = recordOf(
    await api.post(`/payments/${payment.id}/refund`, { payments: [{ amount_in_cents: 100, notes: marker }] }),
    "payments",
  );
  const answer = await api.post(`/payments/${payment.id}/forget`);
  expect(await read(api, "payments", refund.id)).toMatchObject({ notes: null, amount_in_cents: -100 });
  const erased = { fullname: null, email: null, notes: null, address1: null, card: null, amount_in_cents: 5000 };
  expect([answer.status, recordOf(answer, "payments")]).toMatchObject([200, erased]);
  expect(answer.json.meta).toEqual({ remains: [expect.any(String), expect.any(String)] });
  expect(await columnsWith(service, marker)).toContain("clients.fullname");
  const written = await api.put(`/payments/${payment.id}`, {
    payments: [{ fullname: marker, transaction_id: "R-18" }],
  });
  expect([written.status, errorsOf(written)]).toEqual([
    422,
    { fullname: [expect.stringContaining("erased for good")] },
  ]);
  await service.sql("update payments set email = $2, card = 'XXXX-XXXX-XXXX-4242' where id = $1", [payment.id, marker]);
  const again = recordOf(await api.post(`/payments/${payment.id}/forget`), "payments");
  expect(again).toEqual(recordOf(answer, "payments"));
  await api.post(`/clients/${client.id}/forget`);
});

test("a payment for a forgotten guest does not reveal the payer", async () => {
  const api = await aManager();
  const { client, booking } = await aKnownGuest(api);
  await api.post(`/clients/${client.id}/forget`);
  const paid = await api.post(`/bookings/${booking.id}/payments`, { payments: [personalPayment] });
  const record = { fullname: null, email: null, amount_in_cents: 5000, forget_me_at: expect.any(String) };
  expect([paid.status, recordOf(paid, "payments")]).toMatchObject([201, record]);
  expect(await columnsWith(service, marker)).toEqual([]);
});

test("a booking cannot be created for or moved to a forgotten client", async () => {
  const api = await aManager();
  const gone = await aGuest(api);
  await api.post(`/clients/${gone.id}/forget`);
  const rental = await aRental(api);
  const refusal = { client_id: [expect.stringContaining("was not erased")] };
  const made = await tryToBook(api, rental, { client_id: gone.id });
  expect([made.status, errorsOf(made)]).toEqual([422, refusal]);
  const stay = await aBooking(api, rental, { client_id: (await aGuest(api)).id });
  const given = await api.put(`/bookings/${stay.id}`, { bookings: [{ client_id: gone.id }] });
  expect([given.status, errorsOf(given)]).toEqual([422, refusal]);
});

test("a client forgotten during concurrent bookings leaves no personal data", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  for (let round = 0; round < 5; round++) {
    const { id } = await aGuest(api, personalClient);
    const stays = Array.from({ length: 8 }, (_, index) =>
      tryToBook(api, rental, {
        ...{ client_id: id, notes: marker, comments: [{ content: marker }] },
        ...{ start_at: `${2091 + round}-0${index + 1}-01`, end_at: `${2091 + round}-0${index + 1}-03` },
      }),
    );
    const [forgotten, ...made] = await Promise.all([api.post(`/clients/${id}/forget`), ...stays]);
    expect(forgotten.status).toBe(200);
    for (const { status } of made) expect([201, 422]).toContain(status);
    expect(await columnsWith(service, marker)).toEqual([]);
  }
});

test("canceling a forgotten guest's booking cannot store personal data", async () => {
  const api = await aManager();
  const { client, booking } = await aKnownGuest(api);
  await api.post(`/clients/${client.id}/forget`);
  const texts = { cancelation_reason: marker, cancelation_message_to_guest: marker };
  const refused = await api.delete(`/bookings/${booking.id}`, { bookings: [texts] });
  const erased = ["was erased for good and cannot be set again"];
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { cancelation_reason: erased, cancelation_message_to_guest: erased },
  ]);
  expect((await api.delete(`/bookings/${booking.id}`)).status).toBe(204);
  expect(await columnsWith(service, marker)).toEqual([]);
});

test("forgetting needs clients_write, and another account's client is not found", async () => {
  const api = await aManager();
  const { id } = await aGuest(api);
  const reader = await service.aClient(api.account, { scopes: ["clients_read"] });
  expect((await reader.post(`/clients/${id}/forget`)).status).toBe(403);
  expect((await (await aManager()).post(`/clients/${id}/forget`)).status).toBe(404);
  expect(await read(api, "clients", id)).toMatchObject({ fullname: "Ada Guest", forget_me_at: null });
});

test("comments and agreements cannot be written about a forgotten guest's booking", async () => {
  const api = await aManager();
  const { client, booking, comment } = await aKnownGuest(api);
  await api.post(`/clients/${client.id}/forget`);
  const written = [
    await api.post("/booking_comments", { booking_comments: [{ booking_id: booking.id, content: marker }] }),
    await api.put(`/booking_comments/${comment.id}`, { booking_comments: [{ content: marker }] }),
    await api.post(`/bookings/${booking.id}/rental_agreements`, { rental_agreements: [{ body_en: marker }] }),
  ];
  const erased = [expect.stringContaining("erased for good")];
  expect(written.map((answer) => [answer.status, errorsOf(answer)])).toEqual([
    [422, { content: erased }],
    [422, { content: erased }],
    [422, { body: erased }],
  ]);
  expect(await columnsWith(service, marker)).toEqual([]);
});

test("a client forgotten during concurrent inquiries, comments and payments leaves no personal data", async () => {
  const api = await aManager();
  for (let round = 0; round < 4; round++) {
    const { client, booking, comment } = await aKnownGuest(api);
    const rental = booking.links;
    if (typeof rental !== "object" || rental === null || !("rental" in rental)) throw new Error("no rental");
    const asked = { firstname: marker, lastname: marker, email: `${marker}@example.com`, message: marker };
    const writes = [1, 2, 3, 4].flatMap(() => [
      api.post(`/booking_comments`, { booking_comments: [{ booking_id: booking.id, content: marker }] }),
      api.put(`/booking_comments/${comment.id}`, { booking_comments: [{ content: marker }] }),
      api.post(`/bookings/${booking.id}/payments`, { payments: [personalPayment] }),
      api.put(`/clients/${client.id}`, { clients: [personalClient] }),
    ]);
    const asks = [1, 2, 3, 4].map(() => api.post(`/rentals/${rental.rental}/inquiries`, { inquiries: [asked] }));
    const forgotten = await api.post(`/clients/${client.id}/forget`);
    await Promise.all([...writes, ...asks]);
    expect(forgotten.status).toBe(200);
    // A later inquiry creates a new client, which has not been forgotten.
    const known = recordsOf(await api.get("/clients"), "clients").filter(({ forget_me_at }) => forget_me_at === null);
    expect(known.map(({ id }) => id)).not.toContain(client.id);
    for (const { id } of known) await api.post(`/clients/${id}/forget`);
    expect(await columnsWith(service, marker)).toEqual([]);
  }
});

test("forgetting waits for an inquiry that is being stored, and erases it", async () => {
  const api = await aManager();
  const { client, inquiry } = await aKnownGuest(api);
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  const { promise: inserted, resolve: insert } = Promise.withResolvers<void>();
  const asking = service.database.within([api.account]).transaction(async (transaction) => {
    const context = { transaction, account: { id: api.account } };
    await lockAddresses(context, [`${marker.toUpperCase()}@example.com`], "to write");
    await transaction.run(
      `insert into inquiries (account_id, rental_id, firstname, lastname, email)
       select account_id, rental_id, $2, $2, $2 || '@example.com' from inquiries where account_id = $3 and id = $1 returning account_id`,
      [inquiry.id, marker, api.account],
    );
    insert();
    await stored;
  });
  await inserted;
  const waits = new LockWaits(await ownerOf(service));
  const forgetting = api.post(`/clients/${client.id}/forget`);
  await expect.poll(() => waits.count()).toBeGreaterThan(0);
  store();
  await asking;
  expect((await forgetting).status).toBe(200);
  expect(await columnsWith(service, marker)).toEqual([]);
});

test("another client's inquiry and booking with the same address stay, and so do other accounts' records", async () => {
  const api = await aManager();
  const { client: ada } = await aKnownGuest(api);
  const other = await aManager();
  const { client: elsewhere } = await aKnownGuest(other);
  const bob = await aGuest(api, { fullname: "Bob Guest", emails: [{ email: `${marker}@example.com` }] });
  const rental = await aRental(api);
  const stay = await aBooking(api, rental, { client_id: bob.id, notes: "Bob's" });
  const asked = await api.post(`/rentals/${rental.id}/inquiries`, {
    inquiries: [{ firstname: "Bob", lastname: "Guest", email: `${marker}@example.com` }],
  });
  const { id } = recordOf(asked, "inquiries");
  await service.sql("update inquiries set booking_id = $1 where id = $2", [stay.id, id]);
  await api.post(`/clients/${ada.id}/forget`);
  expect(await read(api, "inquiries", id)).toMatchObject({ firstname: "Bob", email: `${marker}@example.com` });
  expect(await read(api, "bookings", stay.id)).toMatchObject({ notes: "Bob's" });
  expect(await read(api, "clients", bob.id)).toMatchObject({ fullname: "Bob Guest" });
  expect(await read(other, "clients", elsewhere.id)).toMatchObject({ fullname: personalClient.fullname });
  await api.post(`/clients/${bob.id}/forget`);
  await other.post(`/clients/${elsewhere.id}/forget`);
  expect(await columnsWith(service, marker)).toEqual([]);
});

test("forgetting also erases the payer of a booking that now belongs to another client", async () => {
  const api = await aManager();
  const { client, booking, payment } = await aKnownGuest(api);
  const key = { "idempotency-key": crypto.randomUUID() };
  await api.put(`/payments/${payment.id}`, { payments: [{ notes: marker }] }, key);
  const bob = await aGuest(api, { fullname: "Bob Guest" });
  expect((await api.put(`/bookings/${booking.id}`, { bookings: [{ client_id: bob.id }] })).status).toBe(200);
  await api.post(`/clients/${client.id}/forget`);
  expect(await read(api, "payments", payment.id)).toMatchObject({ fullname: null, email: null, amount_in_cents: 5000 });
  const left = await columnsWith(service, marker);
  expect(left.filter((column) => /^(clients|payments|idempotent_answers|inquiries)\./.test(column))).toEqual([]);
  await api.post(`/clients/${bob.id}/forget`);
  expect(await columnsWith(service, marker)).toEqual([]);
});

test("an inquiry stays its writer's: after a change of address, and beside a family member's", async () => {
  const api = await aManager();
  const rental = await aRental(api);
  const family = { email: `${marker}@example.com`, message: `Is there room for ${marker}?` };
  const ask = (firstname: string) =>
    created(api, `/rentals/${rental.id}/inquiries`, "inquiries", { ...family, firstname, lastname: "Muster" });
  const [ines, paul] = [await ask("Ines"), await ask("Paul")];
  const clients = recordsOf(await api.get("/clients"), "clients");
  const idOf = (name: string) => clients.find(({ firstname }) => firstname === name)?.id;
  await api.post(`/clients/${idOf("Paul")}/forget`);
  expect(await read(api, "inquiries", paul.id)).toMatchObject({ firstname: "(erased)", message: null });
  expect(await read(api, "inquiries", ines.id)).toMatchObject({ firstname: "Ines", message: family.message });
  const messages = recordsOf(await api.get("/inbox/messages"), "messages").map(({ content }) => content);
  expect(messages.toSorted()).toEqual(["(erased)", family.message]);
  await api.put(`/clients/${idOf("Ines")}`, { clients: [{ emails: [{ email: "ines@example.com" }] }] });
  await api.post(`/clients/${idOf("Ines")}/forget`);
  expect(await columnsWith(service, marker)).toEqual([]);
});
