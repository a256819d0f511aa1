import { expect, test } from "vitest";
import { actionsOf } from "../../packages/console/src/screens/settings/audit/actions.ts";
import { kinds, resourcesOf, thingOf } from "../../packages/console/src/screens/settings/audit/things.ts";
import { resources } from "../../src/app/registry.ts";

type Entry = Parameters<typeof actionsOf>[0][number];

/** A change as the audit lists it. */
function anEntry(id: number, type: string, resource: string, further: Partial<Entry> = {}): Entry {
  const actor = { type: "User", id: 7, name: "Olive Owner" };
  const moment = "2026-05-04T10:00:00Z";
  return {
    ...{ id, type, resource, record_id: id, actor, request_id: "one", changes: {}, occurred_at: moment },
    ...{ updated_at: moment, links: { account: 1 }, ...further },
  };
}

test("every recorded resource belongs to one kind of the audit, and has a word", () => {
  const all = kinds.flatMap(resourcesOf);
  expect(new Set(all).size).toBe(all.length);
  const recorded = resources.filter((resource) => resource.recorded !== false && !virtual.has(resource.name));
  expect(recorded.map(({ name }) => name).filter((name) => thingOf(name) === "other")).toEqual([]);
});

/** Resources of requests and answers, which hold no records. */
const virtual = new Set([
  "bookings_with_fees",
  "fees_in_bookings",
  "strict_bookings",
  "event_types",
  "events",
  "pick_up_reports",
  "tourist_tax_reports",
]);

test("the changes of one request are one action, named by what was added rather than by what follows from it", () => {
  const actions = actionsOf([
    anEntry(5, "booking.updated", "bookings", { request_id: "two", record_id: 3 }),
    anEntry(4, "payment.created", "payments", { request_id: "two" }),
    anEntry(3, "bookings_fee.created", "bookings_fees", { changes: { booking_id: [null, 2] } }),
    anEntry(2, "booking.created", "bookings", { changes: { rental_id: [null, 9] } }),
    anEntry(1, "client.created", "clients"),
  ]);
  expect(actions.map(({ main, others }) => [main.type, others.length])).toEqual([
    ["payment.created", 1],
    ["booking.created", 2],
  ]);
  expect(actions.map(({ booking, rental }) => [booking, rental])).toEqual([
    [3, undefined],
    [2, 9],
  ]);
});

test("changes without a request are one action only if the same actor made them at the same moment", () => {
  const job = { request_id: null, actor: { type: "Job", id: null, name: "import calendars" } };
  const actions = actionsOf([
    anEntry(4, "booking.created", "bookings", { ...job, occurred_at: "2026-05-04T10:00:09Z" }),
    anEntry(3, "booking.created", "bookings", job),
    anEntry(2, "availability.updated", "availabilities", job),
    anEntry(1, "booking.created", "bookings", { request_id: null }),
  ]);
  expect(actions.map(({ main, others }) => [main.id, others.length])).toEqual([
    [4, 0],
    [3, 1],
    [1, 0],
  ]);
});
