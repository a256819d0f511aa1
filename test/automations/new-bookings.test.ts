import { expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { aReader } from "./fixture.ts";

/** A new booking is planned by a shorter way than a changed one. Both must agree for every trigger and condition. */
const service = useService();

/** A rule of every trigger with every condition. */
async function addRules(account: number, rental: Json, tag: number): Promise<void> {
  const conditions: readonly Json[] = [
    ...[{}, { at: "17:00" }, { offset_days: 2 }, { offset_hours: 5 }, { offset_days: 3, at: "09:00", if_late: "send" }],
    ...[{ state: "paused" }, { rental_ids: `{${rental.id}}` }, { rental_ids: "{0}" }, { source_ids: "{0}" }],
    ...[{ min_nights: 5 }, { max_nights: 4 }, { min_lead_days: 30 }, { max_lead_days: 30 }, { languages: "{de}" }],
    ...[{ languages: "{en}" }, { payment_state: "paid" }, { payment_state: "unpaid" }, { guests: "new" }],
    ...[{ guests: "returning" }, { imported: "included" }, { imported: "only" }, { rentals_tag_ids: `{${tag}}` }],
    ...[{ rentals_tag_ids: "{0}" }, { bookings_tag_ids: "{0}" }],
  ];
  for (const condition of conditions) {
    const names = Object.keys(condition).map((name) => `, ${name}`);
    const values = Object.keys(condition).map((_, index) => `, $${index + 2}`);
    await service.sql(
      `insert into automations (account_id, trigger, effect${names.includes(", state") ? "" : ", state"}${names.join("")})
       select $1, trigger, 'webhook'${names.includes(", state") ? "" : ", 'on'"}${values.join("")}
       from unnest('{booking_confirmed,hold_made,hold_expiring,booking_canceled,booking_moved,payment_received,balance_due,arrival,departure,booked_at}'::text[]) as trigger`,
      [account, ...Object.values(condition)],
    );
  }
}

async function stays(client: ApiClient): Promise<Json[]> {
  const [known, german, restricted] = [
    await aReader(client),
    await aReader(client, { preferred_locale: "de" }),
    await aReader(client),
  ];
  await client.post(`/clients/${restricted.id}/restrict_processing`);
  const stay = (first: number, nights: number, more: Json): Json => ({
    ...{ start_at: dayAhead(first), end_at: dayAhead(first + nights), booked: true },
    ...more,
  });
  const owed = { initial_price: "900.00" };
  return [
    stay(-20, 4, { client_id: known.id }),
    stay(20, 4, { client_id: known.id, ...owed, balance_due_at: dayAhead(10) }),
    stay(60, 7, { client_id: german.id, ...owed, balance_due_at: dayAhead(-2) }),
    stay(-1, 3, {}),
    stay(-9, 2, owed),
    stay(40, 3, { imported: true, booked_at: "2020-01-01T00:00:00Z", ...owed }),
    stay(3, 5, { imported: true }),
    stay(30, 4, { client_id: restricted.id }),
    stay(30, 4, { canceled_at: new Date().toISOString() }),
    stay(90, 3, { booked: false, tentative_expires_at: dayAhead(5) }),
    stay(90, 3, { unavailable: true, booked: false }),
  ];
}

test("a new booking gets the actions that a second planning gives", async () => {
  const client = await service.aClient(
    await service.anAccount({ default_communication_locale: "en", selected_locales: "{en,de}" }),
  );
  const rental = await aRental(client, { time_zone: "America/New_York" });
  const [tag] = await service.sql(
    "insert into rentals_tags (account_id, name, color) values ($1, '{}', 'aqua') returning id",
    [client.account],
  );
  await service.sql("insert into rentals_rentals_tags (account_id, rental_id, rentals_tag_id) values ($1, $2, $3)", [
    ...[client.account, rental.id, tag?.id],
  ]);
  await addRules(client.account, rental, Number(tag?.id));
  const actions = (booking: unknown): Promise<Json[]> =>
    service.sql(
      `select automation_id, occurrence, due_at, local_due_at, state, reason from scheduled_actions
       where account_id = $1 and booking_id = $2 order by automation_id, occurrence`,
      [client.account, booking],
    );
  let planned = 0;
  for (const attributes of await stays(client)) {
    const own = attributes.unavailable || attributes.canceled_at ? await aRental(client) : rental;
    const { id } = await aBooking(client, attributes.booked ? own : await aRental(client), attributes);
    const made = await actions(id);
    await service.sql(
      "select plan_automations($1, array[$2::bigint], array(select id from automations where account_id = $1))",
      [client.account, id],
    );
    expect(await actions(id), JSON.stringify(attributes)).toEqual(made);
    planned += made.length;
  }
  expect(planned).toBeGreaterThan(100);
});
