import { describe, expect, test } from "vitest";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, aSource, created, linksOf, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { queries } from "../harness/queries.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { actionsOf, addressOf, aReader, aRule, aTemplate, daysPass, performed } from "./fixture.ts";

/** Rules about inquiries: before there is a booking. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const aManager = async (more: Json = {}): Promise<ApiClient> =>
  service.aClient(
    await service.anAccount({ mails_booking_confirmations: false, email: "stay@robles.example", ...more }),
  );

let asked = 0;
/** An inquiry from an address of its own, without dates and message. */
const anInquiry = (client: ApiClient, rental: Json, attributes: Json = {}) =>
  created(client, `/rentals/${rental.id}/inquiries`, "inquiries", {
    ...{ firstname: "Ada", lastname: "Asker", email: `asker-${++asked}@example.com`, ...attributes },
  });
const anInquiryRule = (client: ApiClient, attributes: Json = {}) =>
  aRule(client, { trigger: "inquiry_received", offset_days: 0, at: null, ...attributes });
/** A rule that is not due for a day. */
const aLaterRule = (client: ApiClient, attributes: Json = {}) =>
  anInquiryRule(client, { offset_hours: 24, ...attributes });
const aMessageRule = async (client: ApiClient, body: string, attributes: Json = {}) =>
  anInquiryRule(client, {
    ...{ effect: "message", message_template_id: (await aTemplate(client, { body: { en: body } })).id, ...attributes },
  });
const actionOf = async (client: ApiClient, inquiry: Json, rule: Json): Promise<Json | undefined> =>
  (await actionsOf(client, `inquiry_id=${inquiry.id}&automation_id=${rule.id}`))[0];
const mailsTo = (address: unknown) =>
  mailer.sent.filter(({ to }) => to.address === address).map(({ text }) => text.split("\n")[0]);
const change = (client: ApiClient, { id }: Json, attributes: Json) =>
  client.put(`/inquiries/${id}`, { inquiries: [attributes] });

describe("a message", () => {
  test("answers an inquiry once by mail, with its names and the stay that it asks for", async () => {
    const client = await aManager();
    const body = "{{guest.firstname}}: {{rental.name}}, {{booking.nights}} nights, {{booking.guests}} guests";
    const rule = await aMessageRule(client, body);
    const dates = { start_at: dayAhead(30), end_at: dayAhead(33), adults: 2, children: 1 };
    const inquiry = await anInquiry(client, await aRental(client), dates);
    await performed(service);
    await performed(service);
    expect(mailsTo(inquiry.email)).toEqual(["Ada: Cottage 1, 3 nights, 3 guests"]);
    const action = await actionOf(client, inquiry, rule);
    expect(action).toMatchObject({ state: "sent", reason: null, occurrence: "once" });
    expect(linksOf({ ...action })).toMatchObject({ booking: null, inquiry: inquiry.id });
    expect((await change(client, inquiry, { end_at: dayAhead(34) })).status).toBe(200);
    await performed(service);
    expect(mailsTo(inquiry.email)).toHaveLength(1);
  });

  test("speaks the language of a guest who is known by the address", async () => {
    const client = await aManager({ selected_locales: "{en,de}", default_communication_locale: "en" });
    const template = await aTemplate(client, { body: { en: "Hello {{guest.earlier_stays}}", de: "Hallo" } });
    await anInquiryRule(client, { effect: "message", message_template_id: template.id });
    const german = await aReader(client, { preferred_locale: "de" });
    const rental = await aRental(client);
    await anInquiry(client, rental, { email: addressOf(german).toUpperCase() });
    const unknown = await anInquiry(client, rental);
    await performed(service);
    expect(mailsTo(addressOf(german).toUpperCase())).toEqual(["Hallo"]);
    expect(mailsTo(unknown.email)).toEqual(["Hello 0"]);
  });

  test("goes to one address three times a day at most, so that an inquirer cannot flood another person's inbox", async () => {
    const client = await aManager();
    const rule = await aMessageRule(client, "Thank you");
    const rental = await aRental(client);
    const email = `flooded-${rule.id}@example.com`;
    const inquiries: Json[] = [];
    for (let number = 0; number < 5; number++)
      inquiries.push(await anInquiry(client, rental, { email: number % 2 === 0 ? email : email.toUpperCase() }));
    const other = await anInquiry(client, rental);
    await performed(service);
    const actions = await Promise.all(inquiries.map((inquiry) => actionOf(client, inquiry, rule)));
    expect(actions.map((action) => action?.reason).sort()).toEqual([
      null,
      null,
      null,
      "often_answered",
      "often_answered",
    ]);
    expect(mailer.sent.filter(({ to }) => to.address.toLowerCase() === email)).toHaveLength(3);
    expect(mailsTo(other.email)).toHaveLength(1);
  });

  test("goes into the conversation that the inquiry started, and else by mail", async () => {
    const client = await aManager();
    await created(client, "/hosts", "hosts", { firstname: "Grace", lastname: "Hopper" });
    await aMessageRule(client, "Thank you", { delivery: "conversation" });
    const rental = await aRental(client);
    const written = await anInquiry(client, rental, { message: "Is there a cot?" });
    const silent = await anInquiry(client, rental);
    await performed(service);
    const messages = recordsOf(await client.get("/inbox/messages"), "messages");
    expect(messages.map(({ content, origin }) => [content, origin])).toEqual([
      ["Is there a cot?", "inquiry"],
      ["Thank you", "service_inbox"],
    ]);
    expect(mailsTo(written.email)).toHaveLength(1);
    expect(mailsTo(silent.email)).toEqual(["Thank you"]);
    // Nobody of the house has read the question yet.
    expect(recordsOf(await client.get("/inbox/conversations?unread=true"), "conversations")).toHaveLength(1);
  });

  test("is skipped when it shows what only a booking has, or dates that are not known", async () => {
    const client = await aManager();
    const texts = ["{{booking.reference}}", "{{booking.price}}", "{{links.payment}}", "{{booking.arrival}}"];
    const rules = await Promise.all(texts.map((text) => aMessageRule(client, `See ${text}`)));
    const careful = await aMessageRule(client, "Hello{% if booking.arrival %} {{booking.arrival}}{% endif %}");
    const inquiry = await anInquiry(client, await aRental(client));
    await performed(service);
    for (const rule of rules)
      expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "skipped", reason: "unknown_name" });
    expect(await actionOf(client, inquiry, careful)).toMatchObject({ state: "sent" });
    expect(mailsTo(inquiry.email)).toEqual(["Hello"]);
  });
});

test("a note, a mail to people and a webhook know the inquiry", async () => {
  const client = await aManager();
  await created(client, "/hosts", "hosts", { firstname: "Grace", lastname: "Hopper" });
  const note = await anInquiryRule(client, { effect: "note", content: "Call {{guest.fullname}}" });
  const desk = `desk-${client.account}@robles.example`;
  await anInquiryRule(client, { effect: "mail", recipients: [desk], content: "{{guest.fullname}} asks." });
  const hook = await anInquiryRule(client);
  const rental = await aRental(client);
  const written = await anInquiry(client, rental, { message: "Is there a cot?" });
  const silent = await anInquiry(client, rental);
  await performed(service);
  expect(await actionOf(client, written, note)).toMatchObject({ state: "sent" });
  expect(await actionOf(client, silent, note)).toMatchObject({ state: "skipped", reason: "no_conversation" });
  expect(mailsTo(desk)).toEqual(["Ada Asker asks.", "Ada Asker asks."]);
  await publishAll(service.database.within([client.account]), client.account, queries);
  const fired = await service.sql(
    `select changes from changes where account_id = $1 and type = 'automation.fired'
     order by (changes -> 'inquiry_id' ->> 1)::bigint`,
    [client.account],
  );
  // Each inquiry has a job of its own: they may act in any order.
  expect(fired).toEqual(
    [written, silent].map(({ id }) => ({ changes: { automation_id: [null, hook.id], inquiry_id: [null, id] } })),
  );
});

describe("an inquiry's actions", () => {
  test("follow each of its conditions, as far as the inquiry says them", async () => {
    const client = await aManager({ selected_locales: "{en,de}", default_communication_locale: "en" });
    const [rental, other, source] = [await aRental(client), await aRental(client), await aSource(client)];
    const tag = await created(client, "/rentals_tags", "rentals_tags", { name_en: "Sea", color: "#008080" });
    await client.put(`/rentals/${rental.id}`, { rentals: [{ rentals_tag_ids: [tag.id] }] });
    const guest = await aReader(client, { preferred_locale: "de" });
    await aBooking(client, await aRental(client), {
      ...{ start_at: dayAhead(-9), end_at: dayAhead(-7), booked: true, client_id: guest.id },
    });
    const dated = { start_at: dayAhead(30), end_at: dayAhead(34) };
    const known = { ...dated, email: addressOf(guest), source_id: source.id };
    // Of the known guest about the rental, of an unknown one about the other, and without dates about the other.
    const expected: readonly (readonly [Json, readonly boolean[]])[] = [
      [{}, [true, true, true]],
      [{ rental_ids: [rental.id] }, [true, false, false]],
      [{ rentals_tag_ids: [tag.id] }, [true, false, false]],
      [{ source_ids: [source.id] }, [true, false, false]],
      [{ min_nights: 4 }, [true, true, false]],
      [{ max_nights: 3 }, [false, false, false]],
      [{ min_lead_days: 20 }, [true, true, false]],
      [{ max_lead_days: 20 }, [false, false, false]],
      [{ languages: ["de"] }, [true, false, false]],
      [{ languages: ["en"] }, [false, true, true]],
      [{ guests: "returning" }, [true, false, false]],
      [{ guests: "new" }, [false, true, true]],
    ];
    const rules: Json[] = [];
    for (const [condition] of expected) rules.push(await aLaterRule(client, condition));
    const inquiries = [
      await anInquiry(client, rental, known),
      await anInquiry(client, other, dated),
      await anInquiry(client, other),
    ];
    const planned = async (): Promise<unknown[]> => {
      const actions = await actionsOf(client, "state=scheduled");
      return rules.map((rule) =>
        inquiries.map(({ id }) =>
          actions.some(({ links }) => linksOf({ links }).automation === rule.id && linksOf({ links }).inquiry === id),
        ),
      );
    };
    const meant = expected.map(([, answers]) => answers);
    expect(await planned()).toEqual(meant);
    // A second planning of all rules changes nothing.
    await service.sql(
      `select plan_inquiry_actions($1, array(select id from inquiries where account_id = $1),
         array(select id from automations where account_id = $1))`,
      [client.account],
    );
    expect(await planned()).toEqual(meant);
  });

  test("move with the rental's clock, and follow its rental, dates, address and tags", async () => {
    const client = await aManager({ selected_locales: "{en,de}" });
    const [berlin, tokyo] = [
      await aRental(client, { time_zone: "Europe/Berlin" }),
      await aRental(client, { time_zone: "Asia/Tokyo" }),
    ];
    const tag = await created(client, "/rentals_tags", "rentals_tags", { name_en: "Sea", color: "#008080" });
    const inquiry = await anInquiry(client, berlin);
    const rules = {
      clock: await anInquiryRule(client, { offset_days: 2, at: "09:00" }),
      nights: await aLaterRule(client, { min_nights: 3 }),
      language: await aLaterRule(client, { languages: ["de"] }),
      tag: await aLaterRule(client, { rentals_tag_ids: [tag.id] }),
    };
    for (const rule of Object.values(rules)) expect(await actionOf(client, inquiry, rule)).toBeUndefined();
    const late = await anInquiry(client, berlin);
    const hourOf = async () => String((await actionOf(client, late, rules.clock))?.due_at).slice(11, 16);
    expect(["07:00", "08:00"]).toContain(await hourOf());
    await change(client, late, { rental_id: tokyo.id });
    expect(await hourOf()).toBe("00:00");
    await client.put(`/rentals/${tokyo.id}`, { rentals: [{ time_zone: "Etc/UTC", rentals_tag_ids: [tag.id] }] });
    expect(await hourOf()).toBe("09:00");
    expect(await actionOf(client, late, rules.tag)).toMatchObject({ state: "scheduled" });
    await client.put(`/rentals/${tokyo.id}`, { rentals: [{ rentals_tag_ids: [] }] });
    expect(await actionOf(client, late, rules.tag)).toMatchObject({ state: "canceled", reason: "conditions" });
    await change(client, late, { start_at: dayAhead(30), end_at: dayAhead(33) });
    expect(await actionOf(client, late, rules.nights)).toMatchObject({ state: "scheduled" });
    await change(client, late, { end_at: dayAhead(32) });
    expect(await actionOf(client, late, rules.nights)).toMatchObject({ state: "canceled", reason: "conditions" });
    const german = await aReader(client, { preferred_locale: "de" });
    await change(client, late, { email: addressOf(german) });
    expect(await actionOf(client, late, rules.language)).toMatchObject({ state: "scheduled" });
    await client.put(`/clients/${german.id}`, { clients: [{ preferred_locale: "en" }] });
    expect(await actionOf(client, late, rules.language)).toMatchObject({ state: "canceled", reason: "conditions" });
  });

  test("are canceled when it is booked, even if the booking is canceled later", async () => {
    const client = await aManager();
    const rule = await aLaterRule(client);
    const dates = { start_at: dayAhead(30), end_at: dayAhead(33) };
    const inquiry = await anInquiry(client, await aRental(client), dates);
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "scheduled" });
    const booked = recordOf(await client.post(`/inquiries/${inquiry.id}/book`), "bookings");
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "canceled", reason: "inquiry_booked" });
    await client.delete(`/bookings/${booked.id}`);
    await change(client, inquiry, { end_at: dayAhead(34) });
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "canceled", reason: "inquiry_booked" });
  });

  test("are canceled by spam until it is none, and by a restriction until it is lifted", async () => {
    const client = await aManager();
    const rule = await aLaterRule(client);
    const inquiry = await anInquiry(client, await aRental(client), { message: "Buy my pills" });
    const mark = (marked_as_spam: boolean) =>
      client.put(`/inbox/conversations/${linksOf(inquiry).conversation}`, { conversations: [{ marked_as_spam }] });
    await mark(true);
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "canceled", reason: "marked_as_spam" });
    await mark(false);
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "scheduled", reason: null });
    const [guest] = recordsOf(await client.get(`/clients?email=${inquiry.email}`), "clients");
    await client.post(`/clients/${guest?.id}/restrict_processing`);
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "canceled", reason: "guest_restricted" });
    await service.sql("update clients set processing_restricted_at = null where id = $1", [guest?.id]);
    expect(await actionOf(client, inquiry, rule)).toMatchObject({ state: "scheduled", reason: null });
  });

  test("are paused, resumed, edited, dropped and sent at once", async () => {
    const client = await aManager();
    const rule = await aMessageRule(client, "Hello", { offset_hours: 24 });
    const rental = await aRental(client);
    const [inquiry, other] = [await anInquiry(client, rental), await anInquiry(client, rental)];
    const act = async (path: string, of: Json = inquiry) =>
      recordOf(
        await client.put(`/scheduled_actions/${(await actionOf(client, of, rule))?.id}/${path}`),
        "scheduled_actions",
      );
    expect(await act("pause")).toMatchObject({ state: "paused", held: true });
    expect(await act("resume")).toMatchObject({ state: "scheduled", held: false });
    const id = (await actionOf(client, inquiry, rule))?.id;
    await client.put(`/scheduled_actions/${id}`, { scheduled_actions: [{ content: "Dear {{guest.lastname}}" }] });
    await act("send_now");
    expect(await act("drop", other)).toMatchObject({ state: "canceled", reason: "dropped" });
    await daysPass(service, client.account, 2);
    await performed(service);
    expect(mailsTo(inquiry.email)).toEqual(["Dear Asker"]);
    expect(mailsTo(other.email)).toEqual([]);
  });
});

test("a rule acts neither on earlier inquiries nor while it is off, and a changed one plans again", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const before = await anInquiry(client, rental);
  const rule = await aLaterRule(client);
  const after = await anInquiry(client, rental);
  const set = (attributes: Json) => client.put(`/automations/${rule.id}`, { automations: [attributes] });
  await set({ offset_hours: 48 });
  expect(await actionOf(client, before, rule)).toBeUndefined();
  expect(await actionOf(client, after, rule)).toMatchObject({ state: "scheduled" });
  await set({ state: "off" });
  expect(await actionOf(client, after, rule)).toMatchObject({ state: "canceled", reason: "automation_off" });
  await set({ state: "on" });
  expect(await actionOf(client, after, rule)).toMatchObject({ state: "canceled", reason: "automation_off" });
  const forecast = await client.post("/automations/forecast", {
    automations: [{ trigger: "inquiry_received", effect: "webhook" }],
  });
  expect(recordOf(forecast, "automation_forecasts")).toMatchObject({ total: 0, actions: [] });
});

test("refuses what an inquiry cannot meet or cause, and a change between inquiries and bookings", async () => {
  const client = await aManager();
  const tag = await created(client, "/bookings_tags", "bookings_tags", { name_en: "VIP", color: "#008080" });
  const impossible = { bookings_tag_ids: [tag.id], payment_state: "paid", imported: "included", effect: "task" };
  const refused = await client.post("/automations", {
    automations: [{ trigger: "inquiry_received", task_kind: "laundry", ...impossible }],
  });
  const problem = ["can't be used with inquiry_received: an inquiry is not yet a booking"];
  expect([refused.status, errorsOf(refused)]).toEqual([
    422,
    { effect: problem, bookings_tag_ids: problem, payment_state: problem, imported: problem },
  ]);
  const [asks, stays] = [await anInquiryRule(client), await aRule(client, { at: null })];
  for (const [rule, trigger] of [
    [asks, "message_received"],
    [stays, "inquiry_received"],
  ] as const) {
    const changed = await client.put(`/automations/${rule.id}`, { automations: [{ trigger, offset_days: 0 }] });
    expect([changed.status, errorsOf(changed)]).toEqual([
      422,
      { trigger: ["can't change between bookings and inquiries: create another rule"] },
    ]);
  }
});

test("messages that rules sent to a guest before they became a client are exported and erased with the inquiry", async () => {
  const client = await aManager();
  await aMessageRule(client, "Hello {{guest.lastname}}");
  const inquiry = await anInquiry(client, await aRental(client), { lastname: "Secret" });
  const later = await aLaterRule(client);
  const waiting = await anInquiry(client, await aRental(client), { email: inquiry.email, lastname: "Secret" });
  await performed(service);
  const guest = await created(client, "/clients", "clients", { fullname: "Ada", emails: [{ email: inquiry.email }] });
  const exported = await client.get(`/clients/${guest.id}/export`);
  expect(exported.text.match(/Hello Secret/g)).toHaveLength(2);
  expect((await client.post(`/clients/${guest.id}/forget`)).status).toBe(200);
  expect(await actionOf(client, waiting, later)).toMatchObject({ state: "canceled", reason: "guest_forgotten" });
  const mails = await service.sql("select recipient, content from mails where account_id = $1", [client.account]);
  expect(mails).toEqual([
    { recipient: "(erased)", content: {} },
    { recipient: "(erased)", content: {} },
  ]);
});

test("a rule says in the account's language what it does, with the names that it is limited to", async () => {
  const client = await aManager({ selected_locales: "{en,de}", default_locale: "de" });
  const [rental, source] = [await aRental(client, { name: "Casa Camelia" }), await aSource(client, { name: "Direct" })];
  const tag = await created(client, "/rentals_tags", "rentals_tags", {
    name_en: "Sea",
    name_de: "Meer",
    color: "#008080",
  });
  const template = await aTemplate(client, { name: "Wegbeschreibung" });
  const stays = await aRule(client, {
    ...{ effect: "message", message_template_id: template.id, rental_ids: [rental.id], source_ids: [source.id] },
    ...{ rentals_tag_ids: [tag.id], languages: ["fr"], min_nights: 3 },
  });
  expect(stays.sentence).toBe(
    "2 Tage vor der Anreise, um 17:00 Uhr: „Wegbeschreibung“ an den Gast senden. Nur: Casa Camelia, Meer, Direct, Französisch und mindestens 3 Nächte.",
  );
  expect((await anInquiryRule(client, { offset_hours: 2 })).sentence).toBe(
    "2 Stunden nach Eingang einer Anfrage: einen Webhook senden.",
  );
  const events = async (): Promise<number> => {
    await publishAll(service.database.within([client.account]), client.account, queries);
    const rows = await service.sql(
      "select from changes where account_id = $1 and resource = 'automations' and record_id = $2 and type = 'automation.updated'",
      [client.account, String(stays.id)],
    );
    return rows.length;
  };
  // Each renames what the sentence names, and is an event of the rule.
  for (const [path, root, attributes] of [
    [`/rentals/${rental.id}`, "rentals", { name: "Casa Azul" }],
    [`/rentals_tags/${tag.id}`, "rentals_tags", { name_de: "Küste" }],
    [`/sources/${source.id}`, "sources", { name: "Direkt" }],
    [`/inbox/message_templates/${template.id}`, "message_templates", { name: "Anfahrt" }],
  ] as const) {
    const count = await events();
    expect((await client.put(path, { [root]: [attributes] })).status).toBe(200);
    expect(await events(), path).toBe(count + 1);
  }
  const { sentence } = await read(client, "automations", stays.id);
  expect(sentence).toMatch(/: „Anfahrt“ an den Gast senden. Nur: Casa Azul, Küste, Direkt, /);
  const before = await events();
  await service.sql("update accounts set default_locale = 'en' where id = $1", [client.account]);
  expect(await events()).toBe(before + 1);
  expect((await read(client, "automations", stays.id)).sentence).toMatch(/: send “Anfahrt” to the guest. Only: /);
  const sentences = recordsOf(await client.get("/automations"), "automations").map((rule) => rule.sentence);
  expect(sentences).toContain("When the balance is due: remind the guest of the balance.");
});
