import { expect, test } from "vitest";
import { pollAutomations } from "../../src/modules/guests/automations/perform/poll-automations.ts";
import { sendMail } from "../../src/modules/platform/mails/send-mail.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource, changing, created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { noQueries } from "../harness/queries.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aHost, aMessage, aParticipant } from "../inbox/fixture.ts";
import { dayAhead } from "../rates/factories.ts";

/** Mails to guests about their bookings: confirmations and balance reminders. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const settings = { email: "stay@robles.example", phone: "+33 1 23 45 67 89" };
const aManager = async (more: Json = {}): Promise<ApiClient> =>
  service.aClient(await service.anAccount({ ...settings, ...more }));

const addressOf = (guest: Json): string => `guest-${guest.id}@example.com`;

async function aReader(client: ApiClient, more: Json = {}): Promise<Json> {
  const guest = await aGuest(client, more);
  const emails = [{ email: addressOf(guest), label: "home" }];
  await client.put(`/clients/${guest.id}`, { clients: [{ emails }] });
  return guest;
}

const mailsTo = (guest: Json) => mailer.sent.filter(({ to }) => to.address === addressOf(guest));

/** Waits until the job queue is empty, runs a round of the automations, and waits again: on a cluster, only a round performs them. */
async function settled(): Promise<void> {
  const isEmpty = async () => (await service.sql("select from graphile_worker._private_jobs")).length === 0;
  await until(isEmpty);
  await pollAutomations(service.database);
  await until(isEmpty);
}

const price = { initial_price: "1234.5", bookings_fees: [], bookings_taxes: [] };

test("sends one confirmation per booking, in the guest's language, with stay, price and payment link", async () => {
  const client = await aManager({ selected_locales: "{en,de}" });
  const rental = await aRental(client, { name: "Cottage <b>1</b>" });
  const guest = await aReader(client, { preferred_locale: "de" });
  const fees = [{ price: "50", name_en: "Cleaning", kind: "cleaning" }];
  const booking = await aBooking(client, rental, {
    ...{ booked: true, client_id: guest.id, adults: 2, children: 1, ...price, bookings_fees: fees },
  });
  await settled();
  const [mail, ...others] = mailsTo(guest);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ senderName: "Les Robles", replyTo: settings.email, to: { name: "Ada Guest" } });
  expect(mail?.subject).toBe(`Ihre Buchung ${booking.reference} ist bestätigt: Cottage <b>1</b>`);
  for (const part of [
    "Mittwoch, 4. Januar 2090, ab 16:00",
    "2 Erwachsene, 1 Kind",
    "Cleaning: 50,00",
    "Gesamtpreis: 1.284,50",
    settings.phone,
  ])
    expect(mail?.text).toContain(part);
  expect(mail?.text).toContain(`https://roost.test/pay/${client.account}-${booking.id}-`);
  expect(mail?.html).toContain("Cottage &lt;b&gt;1&lt;/b&gt;");
  expect(mail?.html).not.toContain("<b>1");

  await changing(client, booking, { tentative_expires_at: "2089-01-01T00:00:00Z" });
  await changing(client, booking, { booked: true });
  await settled();
  expect(mailsTo(guest)).toHaveLength(1);
  const rows = await service.sql("select content::text from mails where booking_id = $1", [booking.id]);
  expect(rows[0]?.content).not.toContain("/pay/");
});

test("sends a hold's confirmation when it is confirmed or paid", async () => {
  const client = await aManager();
  const [confirmed, paid] = [await aReader(client), await aReader(client)];
  const hold = { tentative_expires_at: "2089-01-01T00:00:00Z", ...price };
  const first = await aBooking(client, await aRental(client), { ...hold, client_id: confirmed.id });
  const second = await aBooking(client, await aRental(client), { ...hold, client_id: paid.id });
  await settled();
  expect([...mailsTo(confirmed), ...mailsTo(paid)]).toEqual([]);
  await changing(client, first, { booked: true });
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    ...{ name: "Cards", test: true, gateway_name: "bogus", credentials: { login: "les-robles" } },
    ...{ supported_cardtypes: ["visa"], supported_currencies: ["EUR"] },
  });
  await created(client, `/bookings/${second.id}/payments`, "payments", {
    ...{ kind: "instant-booking", amount_in_cents: 10_000, currency: "EUR", paid_at: "2026-01-01T00:00:00Z" },
    ...{ gateway_id: gateway.id, gateway_type: "PaymentGateway", gateway_name: "bogus" },
  });
  await settled();
  expect(mailsTo(confirmed)).toHaveLength(1);
  expect(mailsTo(paid).map(({ text }) => /Paid: (\S+)/.exec(text)?.[1])).toEqual(["€100.00"]);
});

test("sends no confirmation for blocks, imports, channel bookings, past stays, restricted guests or by setting", async () => {
  const client = await aManager();
  const channel = await service.aClient(client.account, {
    scopes: ["public", "bookings_write_owned", "rentals_read", "clients_read"],
  });
  const guest = await aReader(client);
  const restricted = await aReader(client);
  await service.sql("update clients set processing_restricted_at = now() where id = $1", [restricted.id]);
  const booked = { booked: true, client_id: guest.id, ...price };
  await aBooking(client, await aRental(client), { unavailable: true });
  await aBooking(client, await aRental(client), { ...booked, imported: true });
  await aBooking(client, await aRental(client), { ...booked, source_id: (await aSource(client)).id });
  await aBooking(client, await aRental(client), { ...booked, client_id: restricted.id });
  await aBooking(client, await aRental(client), { ...booked, start_at: dayAhead(-9), end_at: dayAhead(-2) });
  await aBooking(client, await aRental(client), { ...booked, client_id: (await aGuest(client)).id });
  await aBooking(channel, await aRental(client), { ...booked, client_id: (await aReader(client)).id });
  const silent = await aManager({ mails_booking_confirmations: false });
  const theirs = await aReader(silent);
  await aBooking(silent, await aRental(silent), { ...booked, client_id: theirs.id });
  await settled();
  const rows = await service.sql("select from mails where account_id = any($1)", [[client.account, silent.account]]);
  expect(rows).toEqual([]);
});

test("sends a confirmation for a booking with the account's own source", async () => {
  const client = await aManager();
  const guest = await aReader(client);
  const source = await aSource(client);
  await service.sql("update sources set created_by_application_id = null where account_id = $1", [client.account]);
  await aBooking(client, await aRental(client), { booked: true, client_id: guest.id, source_id: source.id, ...price });
  await settled();
  expect(mailsTo(guest)).toHaveLength(1);
});

test("a confirmation states the cancelation fees and the free period", async () => {
  const client = await aManager();
  const guest = await aReader(client);
  const rental = await aRental(client);
  await created(client, `/rentals/${rental.id}/rental_cancelation_policies`, "rental_cancelation_policies", {
    preset: "strict",
  });
  await aBooking(client, rental, { booked: true, client_id: guest.id, ...price });
  await settled();
  expect(mailsTo(guest)[0]?.text).toContain(
    "You can cancel free of charge until Friday, 4 November 2089. From Saturday, 5 November 2089, canceling costs 50% of the total. " +
      "From Wednesday, 28 December 2089, canceling costs 100% of the total.",
  );
});

test("sends one reminder for a due balance, and none for paid or canceled bookings or against the setting", async () => {
  const ask = async (): Promise<void> => {
    await pollAutomations(service.database);
    await settled();
  };
  const client = await aManager({ mails_booking_confirmations: false });
  const silent = await aManager({ mails_booking_confirmations: false, mails_balance_reminders: false });
  const due = async (of: ApiClient, more = "balance_due_at = now() - interval '1 hour'"): Promise<Json> => {
    const guest = await aReader(of);
    const stay = await aBooking(of, await aRental(of), { booked: true, client_id: guest.id, ...price });
    await service.sql(`update bookings set booked_at = now() - interval '9 days', ${more} where id = $1`, [stay.id]);
    return guest;
  };
  const reminded = await due(client);
  const others = [
    await due(silent),
    await due(client, "balance_due_at = now() + interval '1 hour'"),
    await due(client, "balance_due_at = now() - interval '4 days'"),
    await due(client, "balance_due_at = now() - interval '10 days'"),
    await due(client, "balance_due_at = now() - interval '1 hour', paid_amount = final_price"),
    await due(client, "balance_due_at = now() - interval '1 hour', canceled_at = now()"),
  ];
  await Promise.all([ask(), ask()]);
  await ask();
  expect(mailsTo(reminded).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Payment due for your booking \S+$/),
  ]);
  expect(mailsTo(reminded)[0]?.text).toContain("The balance of €1,234.50 for your booking is due on");
  expect(others.flatMap(mailsTo)).toEqual([]);
  expect(await service.sql("select from bookings_payments where account_id = $1", [client.account])).toEqual([]);
});

test("erasing a guest empties their mails and drops queued ones", async () => {
  const client = await aManager();
  const guest = await aReader(client);
  const rental = await aRental(client);
  await aBooking(client, rental, { booked: true, client_id: guest.id, ...price });
  await settled();
  await service.sql("update mails set state = 'queued', sent_at = null where client_id = $1", [guest.id]);
  expect((await client.post(`/clients/${guest.id}/forget`)).status).toBe(200);
  const rows = await service.sql(
    "select recipient, recipient_name, content, state, error from mails where client_id = $1",
    [guest.id],
  );
  expect(rows).toEqual([{ recipient: "(erased)", recipient_name: null, content: {}, state: "failed", error: null }]);
});

test("erasing a guest keeps the queued messages to another guest with the same address", async () => {
  const client = await aManager();
  const emails = [{ email: `family-${client.account}@example.com` }];
  const [ines, paul] = [
    await aGuest(client, { fullname: "Ines Muster", emails }),
    await aGuest(client, { fullname: "Paul Muster", emails }),
  ];
  const rental = await aRental(client);
  await created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
    ...{ firstname: "Ines", lastname: "Muster", email: emails[0]?.email, message: "Is there a cot?" },
  });
  const [conversation] = recordsOf(await client.get("/inbox/conversations"), "conversations");
  await client.put(`/preferences_general_settings/${client.account}`, {
    preferences_general_settings: [{ mail_guests_from_api: true }],
  });
  const host = await aParticipant(client, conversation ?? {}, "Host", await aHost(client));
  await aMessage(client, conversation ?? {}, host, { content: "Yes, two" });
  await settled();
  const queued =
    "update mails set state = 'queued', sent_at = null where client_id = $1 and template = 'message to guest' returning id";
  expect(await service.sql(queued, [ines.id])).toHaveLength(1);
  expect((await client.post(`/clients/${paul.id}/forget`)).status).toBe(200);
  const left = "select recipient, state from mails where client_id = $1 and template = 'message to guest'";
  expect(await service.sql(left, [ines.id])).toEqual([{ recipient: emails[0]?.email, state: "queued" }]);
});

test("a queued mail is not sent to a restricted guest or for a canceled booking", async () => {
  const client = await aManager();
  const [restricted, canceled] = [await aReader(client), await aReader(client)];
  const stays = [];
  for (const guest of [restricted, canceled])
    stays.push(await aBooking(client, await aRental(client), { booked: true, client_id: guest.id, ...price }));
  await settled();
  await service.sql("update mails set state = 'queued', sent_at = null where account_id = $1", [client.account]);
  expect((await client.post(`/clients/${restricted.id}/restrict_processing`)).status).toBe(200);
  expect((await client.delete(`/bookings/${stays[1]?.id}`)).status).toBe(204);
  const mails = await service.sql("select id::integer from mails where account_id = $1 order by id", [client.account]);
  for (const { id } of mails)
    await sendMail.perform(
      {
        ...{ scope: service.database.within([client.account]), account: client.account, mailer, secrets: testSecrets },
        ...{ endpoints: {}, baseUrl: "https://roost.test", files: service.files, privateFetch: [] },
        ...{ localWebhooks: false, queries: noQueries },
        ...{ attempt: 2, last: false, now: Date.now(), signal: new AbortController().signal },
      },
      { mail: Number(id) },
    );
  expect([mailsTo(restricted).length, mailsTo(canceled).length]).toEqual([1, 1]);
  const rows = await service.sql("select state, error from mails where account_id = $1 order by error desc", [
    client.account,
  ]);
  expect(rows).toEqual([
    { state: "failed", error: "The recipient's data is used no more." },
    { state: "failed", error: "The booking is canceled." },
  ]);
});
