import { expect, test } from "vitest";
import { errorsOf, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { actionsOf, addressOf, aReader, aRule, aTemplate, performed } from "./fixture.ts";

/** The texts that rules send: conditions and lists of templates, and texts for one guest (docs/concepts/inbox.md, Templates). */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const aManager = async () => service.aClient(await service.anAccount({ mails_booking_confirmations: false }));
const late = { trigger: "arrival", offset_days: -9, at: "09:00", if_late: "send", effect: "message" };

test("a rule's mail has the template's conditions and lists, and escapes a guest's text in HTML", async () => {
  const client = await aManager();
  const template = await aTemplate(client, {
    subject: { en: "{{booking.nights}} nights" },
    body: {
      en: "Dear {{guest.fullname}},\n{% for fee in booking.fees %}\n- {{fee.name}}\n{% endfor %}\n{% if booking.nights > 9 %}long{% else %}short{% endif %}",
    },
  });
  const rental = await aRental(client);
  const fee = await aRentalsFee(client, rental, await aFee(client, { name_en: "Linen & towels" }), { rate: "20.0" });
  const guest = await aReader(client, { fullname: "Ada <b>{{rental.name}}</b>", lastname: "<b>{{rental.name}}</b>" });
  await aRule(client, { ...late, message_template_id: template.id });
  await aBooking(client, rental, {
    ...{ client_id: guest.id, booked: true, start_at: dayAhead(2), end_at: dayAhead(5) },
    bookings_fees: [{ rentals_fee_id: fee.id, price: "20.0", times_booked: 1 }],
  });
  await performed(service);
  const [mail] = mailer.sent.filter(({ to }) => to.address === addressOf(guest));
  expect(mail?.subject).toBe("3 nights");
  expect(mail?.text).toContain("Dear Ada <b>{{rental.name}}</b>,\n- Linen & towels\nshort\n");
  expect(mail?.html).toContain("Dear Ada &lt;b&gt;{{rental.name}}&lt;/b&gt;,<br>- Linen &amp; towels<br>short");
});

test("a text for one guest keeps the template's subject, and a subject for one guest the template's text", async () => {
  const client = await aManager();
  const template = await aTemplate(client);
  await aRule(client, { ...late, offset_days: -1, message_template_id: template.id });
  const rental = await aRental(client);
  const sent = async (attributes: object, days: number) => {
    const guest = await aReader(client);
    const stay = { start_at: dayAhead(days), end_at: dayAhead(days + 1), booked: true, client_id: guest.id };
    const booking = await aBooking(client, rental, stay);
    const [action] = await actionsOf(client, `booking_id=${booking.id}&state=scheduled`);
    const written = await client.put(`/scheduled_actions/${action?.id}`, { scheduled_actions: [attributes] });
    expect(written.status).toBe(200);
    await client.put(`/scheduled_actions/${action?.id}/send_now`, {});
    await performed(service);
    return mailer.sent
      .filter(({ to }) => to.address === addressOf(guest))
      .map(({ subject, text }) => [subject, text.split("\n")[0]]);
  };
  expect(await sent({ content: "Turn right, {{guest.firstname}}." }, 20)).toEqual([["Your stay", "Turn right, Ada."]]);
  expect(await sent({ subject: "For {{guest.firstname}}" }, 30)).toEqual([["For Ada", "Hello Ada, turn left."]]);
});

test("the texts in a rule's lists are printable, as all others", async () => {
  const client = await aManager();
  const rule = { trigger: "arrival", effect: "task", task_kind: "cleaning", task_checklist: ["Towels"] };
  const mail = { trigger: "arrival", effect: "mail", content: "Hello", recipients: ["ada@example.com"] };
  const making = (attributes: object) => client.post("/automations", { automations: [attributes] });
  for (const bad of ["\u0000", "\u0007", "\ud800"]) {
    const [task, sent] = await Promise.all([
      making({ ...rule, task_checklist: [`${bad}Towels`] }),
      making({ ...mail, recipients: [`${bad}ada@example.com`] }),
    ]);
    expect([task.status, errorsOf(task)]).toEqual([
      422,
      { task_checklist: [expect.stringMatching(/^has an item that (cannot contain non-printing|must be valid)/)] },
    ]);
    expect([sent.status, errorsOf(sent)]).toMatchObject([
      422,
      { recipients: expect.arrayContaining(["must be an array of e-mail addresses"]) },
    ]);
  }
  const [blank, task, sent] = await Promise.all([
    making({ ...rule, task_checklist: ["\u202e"] }),
    making({ ...rule, task_checklist: ["\u202eTowels", "Towels "] }),
    making({ ...mail, recipients: ["\u202eada@example.com"] }),
  ]);
  expect(blank.status).toBe(422);
  expect(recordOf(task, "automations").task_checklist).toEqual(["Towels"]);
  expect(recordOf(sent, "automations").recipients).toEqual(["ada@example.com"]);
});

test("a text whose conditions leave nothing of it reaches nobody, and an empty subject names the booking", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const guest = await aReader(client);
  const cot = "{% if booking.children > 0 %}We have a cot.{% endif %}";
  const [withCot, noSubject] = [
    await aTemplate(client, { body: { en: cot } }),
    await aTemplate(client, { subject: { en: cot }, body: { en: "Turn left." } }),
  ];
  await aRule(client, { ...late, message_template_id: withCot.id });
  await aRule(client, { ...late, message_template_id: noSubject.id });
  await aRule(client, { ...late, effect: "mail", content: cot, recipients: ["desk@robles.example"] });
  await aRule(client, { ...late, effect: "task", content: cot, task_kind: "other" });
  const stay = { start_at: dayAhead(2), end_at: dayAhead(5), booked: true, client_id: guest.id, children: 0 };
  const booking = await aBooking(client, rental, stay);
  await performed(service);
  const actions = await actionsOf(client, `booking_id=${booking.id}`);
  expect(actions.map(({ state, reason }) => [state, reason]).toSorted()).toEqual([
    ["sent", null],
    ["sent", null],
    ["skipped", "no_text"],
    ["skipped", "no_text"],
  ]);
  const addresses = ["desk@robles.example", addressOf(guest)];
  const mails = mailer.sent.filter(({ to }) => addresses.includes(to.address));
  expect(mails.map(({ subject, text }) => [subject, text.split("\n")[0]])).toEqual([
    [`Message about your booking ${booking.reference}`, "Turn left."],
  ]);
});
