import type { Json } from "../harness/client.ts";

/** A question, the call that answers it, and the same count from the database. */
export interface Question {
  readonly ask: string;
  readonly tool: string;
  readonly args: Json;
  /** The answer's member with the records. */
  readonly counts: string;
  /** The text after `from` in SQL; $1 is the account, $2 today. Without it, the member must exist. */
  readonly truth?: string;
  /** Whether `meta.total_count` must equal the truth, not only be as empty as it. */
  readonly all?: true;
}

const live = "canceled_at is null and (tentative_expires_at is null or tentative_expires_at > now())";
const booked = `bookings where account_id = $1 and booked and ${live}`;

const list = (ask: string, resource: string, args: Json, truth: string): Question => ({
  ...{ ask, tool: "api_v3_list", args: { resource, ...args }, counts: resource, truth },
  all: true,
});
const tool = (ask: string, name: string, args: Json, counts: string, truth?: string): Question => ({
  ...{ ask, tool: name, args, counts },
  ...(truth === undefined ? {} : { truth }),
});

const next = (days: number) => ({ arrival: `{today+${days}}`, departure: `{today+${days + 7}}` });

/** A manager's questions of a week. */
export const questions: readonly Question[] = [
  tool("Who arrives today?", "arrivals", {}, "arrivals", `${booked} and start_at::date = $2::date`),
  tool(
    "Who leaves tomorrow?",
    "arrivals",
    { from: "{today+1}" },
    "departures",
    `${booked} and end_at::date = $2::date + 1`,
  ),
  tool(
    "Who is in the house?",
    "arrivals",
    {},
    "in_house",
    `${booked} and start_at::date < $2::date and end_at::date > $2::date`,
  ),
  tool(
    "Who arrives in the next two weeks?",
    "arrivals",
    { from: "{today}", to: "{today+13}" },
    "arrivals",
    `${booked} and start_at::date between $2::date and $2::date + 13`,
  ),
  tool(
    "What is free next week for two?",
    "find_stays",
    { ...next(7), adults: 2 },
    "rentals",
    "rentals where account_id = $1 and deleted_at is null",
  ),
  tool(
    "What can I offer a family of five in a month?",
    "find_stays",
    { ...next(30), adults: 2, children: 3 },
    "rentals",
    "rentals where account_id = $1 and deleted_at is null and coalesce(sleeps_max, sleeps) >= 5",
  ),
  tool(
    "What is the cheapest week in two months?",
    "find_stays",
    { ...next(60), adults: 2, sort: "price" },
    "rentals",
    "rentals where account_id = $1 and deleted_at is null",
  ),
  tool(
    "Is there something in France?",
    "find_stays",
    { ...next(60), country_code: "France" },
    "rentals",
    "rentals where account_id = $1 and deleted_at is null and country_code = 'FR'",
  ),
  tool(
    "Is there something with a pool?",
    "find_stays",
    { ...next(90), amenities: "pool" },
    "rentals",
    "rentals_amenities join amenities on amenities.id = amenity_id where account_id = $1 and key = 'pool' and deleted_at is null",
  ),
  tool("What would a week in the first rental cost?", "quote_stay", { rental_id: 1, ...next(60), adults: 2 }, "rental"),
  tool(
    "Why can nobody book one night there?",
    "quote_stay",
    { rental_id: 1, arrival: "{today+60}", departure: "{today+61}" },
    "refused_because",
  ),
  tool(
    "Which nights are free next week?",
    "calendar",
    { from: "{today}", to: "{today+6}" },
    "rentals",
    "rentals where account_id = $1 and deleted_at is null",
  ),
  tool(
    "Is the first rental free next month?",
    "calendar",
    { rental_ids: [1], from: "{today+30}", to: "{today+60}" },
    "rentals",
  ),
  tool(
    "How full were we in the last ninety days?",
    "report",
    { from: "{today-90}", to: "{today-1}" },
    "rows",
    `${booked} and end_at::date > $2::date - 90`,
  ),
  tool(
    "Which channel earns most?",
    "report",
    { from: "{today-365}", to: "{today-1}", by: "channel" },
    "rows",
    `${booked} and end_at::date > $2::date - 365`,
  ),
  tool(
    "How does the year go by month?",
    "report",
    { from: "{today-365}", to: "{today-1}", by: "month" },
    "rows",
    `${booked} and end_at::date > $2::date - 365`,
  ),
  tool(
    "Where were we at this time last year?",
    "report",
    { from: "{today-365}", to: "{today-275}", made_until: "{today-365}" },
    "total",
  ),
  tool(
    "What do we owe the owner of the first rental?",
    "owner_statement",
    { rental_ids: [1], month: "{last month}" },
    "statements",
    "rentals where account_id = $1 and id = 1",
  ),
  tool("Who is waiting for an answer?", "who_is_waiting", {}, "conversations"),
  tool(
    "Has Jose been here before?",
    "find_guest",
    { name: "jose" },
    "guests",
    "clients where account_id = $1 and lower(fullname) similar to '%jos(e|é)%'",
  ),
  tool(
    "Who has an address at example.com?",
    "find_guest",
    { email: "example.com" },
    "guests",
    "clients where account_id = $1 and emails::text like '%example.com%'",
  ),
  list(
    "How many bookings are ahead?",
    "bookings",
    { limit: 1 },
    `bookings where account_id = $1 and ${live} and end_at > now()`,
  ),
  list(
    "Which stays arrive today?",
    "bookings",
    { filter: { start_at: "{today}", status: "booked" } },
    `${booked} and start_at::date = $2::date`,
  ),
  list(
    "Which stays are tentative?",
    "bookings",
    { filter: { status: "tentative" } },
    `bookings where account_id = $1 and not booked and not unavailable and ${live}`,
  ),
  list(
    "Which stays were canceled?",
    "bookings",
    { filter: { status: "canceled" } },
    "bookings where account_id = $1 and (canceled_at is not null or tentative_expires_at <= now())",
  ),
  list(
    "Which nights are blocked?",
    "bookings",
    { filter: { status: "unavailable" } },
    `bookings where account_id = $1 and unavailable and ${live}`,
  ),
  list(
    "Which stays cost more than 2000?",
    "bookings",
    { filter: { final_price: { op: "gt", value: 2000 }, status: "booked" } },
    `${booked} and final_price > 2000`,
  ),
  list("Which rentals have we?", "rentals", {}, "rentals where account_id = $1 and deleted_at is null"),
  list(
    "Which rentals sleep six or more?",
    "rentals",
    { filter: { sleeps: { op: "gteq", value: 6 } } },
    "rentals where account_id = $1 and deleted_at is null and sleeps >= 6",
  ),
  list(
    "Which rentals are in Chamonix?",
    "rentals",
    { filter: { city: "chamonix" } },
    "rentals where account_id = $1 and deleted_at is null and city ilike '%chamonix%'",
  ),
  list(
    "Which rentals have a pool or a sauna?",
    "rentals",
    { filter: { amenities: ["pool", "sauna"] } },
    "(select distinct rental_id from rentals_amenities join amenities on amenities.id = amenity_id where account_id = $1 and key in ('pool', 'sauna') and deleted_at is null) as found",
  ),
  list("How many guests do we know?", "clients", { limit: 1 }, "clients where account_id = $1"),
  list(
    "Which guests write German?",
    "clients",
    { filter: { preferred_locale: "de" } },
    "clients where account_id = $1 and preferred_locale = 'de'",
  ),
  list("Which fees do we charge?", "fees", {}, "fees where account_id = $1 and archived_at is null"),
  list("Which taxes do we levy?", "taxes", {}, "taxes where account_id = $1"),
  list("Which sources do bookings come from?", "sources", {}, "sources where account_id = $1"),
  list("What do guests say about us?", "reviews", { sort: ["-created_at"] }, "reviews where account_id = $1"),
  list("Which payments came in?", "payments", { sort: ["-paid_at"] }, "payments where account_id = $1"),
  list("Which seasons do we have?", "seasons", {}, "seasons where account_id = $1"),
  list(
    "Which conversations are open?",
    "conversations",
    { filter: { closed_at: null } },
    "conversations where account_id = $1 and closed_at is null",
  ),
];
