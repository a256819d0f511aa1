import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aGuest, aRental, aRentalsFee, created } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

/** Conditions and lists in message templates, and their preview (docs/concepts/inbox.md). */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

/** A stay of four nights with two fees. */
async function aStay(client: ApiClient, guest: Json = {}) {
  const rental = await aRental(client, { name: "Villa Aurora", city: "Nice", lat: 43.7, lng: 7.25 });
  const fees = await Promise.all(
    [{ name_en: "Linen", name_fr: "Draps" }, { name_en: "Cleaning" }].map((names) => aFee(client, names)),
  );
  const bookingsFees = [];
  for (const fee of fees) {
    const rentalsFee = await aRentalsFee(client, rental, fee, { rate: "20.0" });
    bookingsFees.push({ rentals_fee_id: rentalsFee.id, price: "20.0", times_booked: 2 });
  }
  const ada = await aGuest(client, { fullname: "Ada Lovelace", ...guest });
  return aBooking(client, rental, {
    ...{ client_id: ada.id, adults: 2, initial_price: "1234.5", bookings_fees: bookingsFees },
  });
}

const preview = (client: ApiClient, booking: Json, attributes: Json) =>
  client.post(`/bookings/${booking.id}/preview_template`, { bookings: [attributes] });
const previewed = async (client: ApiClient, booking: Json, attributes: Json) =>
  recordOf(await preview(client, booking, attributes), "template_previews");
const contentOf = async (client: ApiClient, booking: Json, body: string) =>
  String((await previewed(client, booking, { body_en: body })).content).replace(/\s(?<!\n)/g, " ");

describe("a template's text", () => {
  test.each([
    ["a condition about a number", "{% if booking.nights > 3 %}long{% else %}short{% endif %}", "long"],
    [
      "a condition about an amount",
      "{% if booking.balance > 0 %}{{ booking.balance }} left{% endif %}",
      "€1,314.50 left",
    ],
    ["a number that equals", "{% case booking.adults %}{% when 1 %}one{% when 2 %}two{% endcase %}", "two"],
    ["a comparison with nothing", "{% if booking.deposit == nil %}none{% endif %}", "none"],
    ["a default for an unknown value", "Hello {{ host.firstname | default: 'from us' }}", "Hello from us"],
    [
      "a loop",
      "{% for fee in booking.fees %}{{ fee.name }} {{ fee.total }}; {% endfor %}",
      "Linen €40.00; Cleaning €40.00; ",
    ],
    ["a list in one line", "{{ booking.fees | map: 'name' | join: ', ' }}", "Linen, Cleaning"],
    ["a sum", "{{ booking.fees | map: 'quantity' | sum }}", "4"],
    ["a day in a short form", "{{ booking.arrival | date: '%d.%m.%Y' }}", "04.01.2090"],
    ["a day with the name of a month", "{{ booking.arrival | date: '%-d %B' }}", "4 January"],
    ["an amount in a text", "{{ booking.price | append: ' in all' }}", "€1,314.50 in all"],
    ["a link", "{{ links.map }}", "https://www.openstreetmap.org/?mlat=43.7&mlon=7.25#map=17/43.7/7.25"],
    ["lines that hold only tags", "a\n{% if guest %}\nb\n  {% endif %}\nc", "a\nb\nc"],
  ])("may have %s", async (_what, body, content) => {
    const client = await aManager();
    expect(await contentOf(client, await aStay(client), body)).toBe(content);
  });

  test.each([
    ["{% if guest.firstname %}Hello", 1, "not closed"],
    ["a\n\n{% include 'x' %}", 3, 'tag "include" not found'],
    ["{{ guest.firstname | nope }}", 1, "undefined filter: nope"],
    ["Hello\n{{ guest.firstname | append }}", 2, "append expect 2 arguments"],
    ["Hello\nguest.firstname}}", 2, "a placeholder without opening braces"],
    ["{{ booking }}", 1, "unknown placeholders: booking"],
    ["Hello\n{{ 'a' | append: guest }}", 2, "unknown placeholders: guest"],
    ["{% if guest.fristname %}x{% endif %}", 1, "unknown placeholders: guest.fristname"],
    ["{% for fee in booking.fees %}\n{{ fee.nmae }}{% endfor %}", 2, "unknown placeholders: fee.nmae"],
    ["{{ booking.fees[0].nmae }}", 1, "unknown placeholders: booking.fees[0].nmae"],
    ["{{ guest.constructor }} {{ __proto__ }}", 1, "unknown placeholders: guest.constructor, __proto__"],
    ["{% for i in (1..1000000000) %}x{% endfor %}", 1, "the text repeats too much"],
    [
      "{% assign x = 'ab' %}{% for i in (1..99) %}{% assign x = x | append: x %}{% endfor %}",
      1,
      "the text repeats too much",
    ],
    [
      "{% for i in (1..900) %}{{ 'a text that is repeated' }}{% endfor %}",
      1,
      "the text becomes longer than 20000 characters",
    ],
    [
      `${"{% for fee in booking.fees %}".repeat(2)}${"{% for i in (1..200) %}".repeat(4)}${"{% endfor %}".repeat(6)}`,
      1,
      "the text ",
    ],
  ])("is refused with the line of its error: %s", async (body, line, message) => {
    const client = await aManager();
    const refused = await client.post("/inbox/message_templates", {
      message_templates: [{ name: "X", body_en: body }],
    });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { body: [expect.stringContaining(`has an error in line ${line}: `)] },
    ]);
    expect(refused.text).toContain(JSON.stringify(message).slice(1, -1));
  });

  test("names every value that will be empty, with its line", async () => {
    const client = await aManager();
    const booking = await aStay(client, { fullname: null, emails: [{ email: "ada@example.com" }] });
    const body =
      "Dear {{ guest.firstname }},\n{% if guest.lastname %}{{ guest.lastname }}{% endif %}\n{{ rental.zip }}";
    const { content, warnings } = await previewed(client, booking, {
      subject_en: "{{ host.lastname }}",
      body_en: body,
    });
    expect(content).toBe("Dear ,\n\n");
    expect(warnings).toEqual([
      { part: "subject", name: "host.lastname", line: 1 },
      { part: "body", name: "guest.firstname", line: 1 },
      { part: "body", name: "rental.zip", line: 3 },
    ]);
  });

  test("greets a guest without a name by a condition, and is refused without one", async () => {
    const client = await aManager();
    const booking = await aStay(client, { fullname: null, emails: [{ email: "ada@example.com" }] });
    const render = async (body: string) => {
      const template = { name: "Welcome", body_en: body };
      const { id } = await created(client, "/inbox/message_templates", "message_templates", template);
      return client.post(`/bookings/${booking.id}/render_template`, { bookings: [{ message_template_id: id }] });
    };
    const careful = await render("{% if guest.firstname %}Dear {{guest.firstname}}{% else %}Hello{% endif %}");
    expect(recordOf(careful, "rendered_templates")).toMatchObject({ content: "Hello", warnings: [] });
    const refused = await render("Dear {{guest.firstname}}");
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("first name is unknown")]);
  });

  test("is previewed in the guest's language", async () => {
    const client = await aManager();
    const booking = await aStay(client, { preferred_locale: "fr" });
    const texts = { body_en: "{{booking.arrival}}", body_fr: "{{ booking.arrival }}: {{ booking.fees.first.name }}" };
    expect(await previewed(client, booking, texts)).toMatchObject({
      ...{ locale: "fr", subject: null, content: "mercredi 4 janvier 2090: Draps", warnings: [] },
    });
  });

  test("never runs a guest's text", async () => {
    const client = await aManager();
    const booking = await aStay(client, { fullname: "{{ booking.price }} {% if %} <b>Ada</b>" });
    expect(await contentOf(client, booking, "{{ guest.fullname }}")).toBe("{{ booking.price }} {% if %} <b>Ada</b>");
  });

  test("shows a token no more than it can read, even in a condition", async () => {
    const client = await aManager();
    const booking = await aStay(client);
    const narrow = await service.aClient(client.account, { scopes: ["inbox_write", "bookings_read"] });
    const refused = await preview(narrow, booking, { body_en: "{% if guest.firstname == 'Ada' %}yes{% endif %}" });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("clients_read")]);
    expect((await preview(narrow, booking, { body_en: "{{ booking.nights }}" })).status).toBe(200);
  });
});
