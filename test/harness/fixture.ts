import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";
import { cursorText } from "../../src/modules/records/events/feed-cursor.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { smallPicture } from "../photos/pictures.ts";
import { dayAhead } from "../rates/factories.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "./client.ts";
import { anAmenity, aRental, fourNights, linksOf, read } from "./factories.ts";
import { importSamplePayouts } from "./imported-payouts.ts";
import { queries } from "./queries.ts";
import type { TestService } from "./service.ts";

/** The id of one live record of each resource, by resource name. */
export type Ids = ReadonlyMap<string, number | string>;

let periodsMade = 0;
let namesMade = 0;
let strictlyBooked = 0;

/** A period that does not overlap the 400 before it. All stay within the three years that a period may be ahead. */
function anotherPeriod(): Json {
  const day = 2 + 2 * (periodsMade++ % 400);
  return { start_date: dayAhead(day), end_date: dayAhead(day + 1) };
}

/** Counters that make each sample different. */
export interface Progress {
  readonly periods: number;
  readonly names: number;
  readonly strict: number;
  readonly reviews: number;
}

/** This process's sample counters. Reviews count per fixture. */
export const progressOf = (ids: Ids): Progress => ({
  periods: periodsMade,
  names: namesMade,
  strict: strictlyBooked,
  reviews: Math.max(...["reviews", "host_reviews"].map((name) => reviewed.get(reviewKey(name, ids)) ?? 0)),
});

/** The ids of a fixture copied from another process. New samples do not collide with that process's. */
export function copiedIds(ids: Ids, progress: Progress): Ids {
  periodsMade = Math.max(periodsMade, progress.periods);
  namesMade = Math.max(namesMade, progress.names);
  strictlyBooked = Math.max(strictlyBooked, progress.strict);
  const copied = new Map(ids).set("stays to review", randomUUID());
  for (const name of ["reviews", "host_reviews"]) reviewed.set(reviewKey(name, copied), progress.reviews);
  return copied;
}

/** An account with one live record of every resource, and one deleted record of every resource that can be deleted. */
export interface Fixture {
  readonly client: ApiClient;
  readonly account: number;
  readonly ids: Ids;
  readonly gone: Ids;
}

/** Samples that create a record of each creatable resource. A new resource needs one: the fixture cannot be built without it. */
const samples: Readonly<Record<string, (ids: Ids) => Json>> = {
  rentals: (ids) => ({
    name: "Cottage 1",
    headline_en: "By the sea",
    house_rules_en: "Quiet from 10 p.m.",
    sleeps: 4,
    lat: 45.02,
    lng: 6.6,
    base_rate: "600",
    certifications: { meubles_de_tourisme: ["2_etoiles"] },
    amenity_ids: [idIn(ids, "amenities")],
    destination_id: idIn(ids, "destinations"),
  }),
  bedrooms: () => ({ name_en: "Attic", double_beds_count: 1 }),
  bathrooms: () => ({ name_en: "Upstairs", shower_count: 1 }),
  living_rooms: () => ({ sofa_beds_count: 1 }),
  // The rental was created with this amenity.
  rentals_amenities: (ids) => ({ amenity_id: idIn(ids, "another amenity"), details_en: "Fast" }),
  contacts: () => ({
    firstname: "Olive",
    lastname: "Owner",
    email: "olive@example.com",
    address1: "1 Mill Lane",
    city: "Bath",
    zip: "BA1 1AA",
    country_code: "GB",
    spoken_languages: ["en", "fr"],
    phones: [{ label: "mobile", number: "+44 7700 900123" }],
    private_notes: "Prefers mail.",
  }),
  rental_contacts: (ids) => ({ kind: "manager", roles: ["requests"], contact_id: idIn(ids, "contacts") }),
  rental_urls: () => ({ label: "Example channel", url: "https://channel.example.com/rentals/333" }),
  photos: () => ({ photo: smallPicture, kind: "livingroom", description_en: "The living room", position: 1 }),
  rentals_contents_overrides: (ids) => ({
    application_id: idIn(ids, "own application"),
    rental_id: idIn(ids, "rentals"),
    headline_en: "Villa in Nevache, France",
  }),
  preferences_general_settings: () => ({ business_name: "Les Robles", default_arrival_time: 17 }),
  rentals_tags: () => ({ name_en: "Sea view", color: "#008080", logo: "fa-rocket" }),
  bookings_tags: () => ({ name_en: "Beach", color: "#6666ff" }),
  clients: () => ({
    fullname: "Ada Guest",
    emails: [{ email: "ada@example.com" }],
    phones: [{ label: "phone", number: "+33 1 23 45" }],
    addresses: [{ city: "Nevache", country_code: "FR" }],
  }),
  sources: () => ({ name: "Own website", position: 1 }),
  fees: () => ({ name_en: "Linen", kind: "bed_linen", rate: "5", rate_kind: "fixed", downpayment_percentage: "0" }),
  rentals_fees: (ids) => ({ fee_id: idIn(ids, "fees"), maximum_bookable: 12 }),
  bookings: (ids) => ({
    ...fourNights,
    client_id: idIn(ids, "clients"),
    source_id: idIn(ids, "sources"),
    bookings_tag_ids: [idIn(ids, "bookings_tags")],
    initial_price: "400",
    discount: "10%",
  }),
  // A different night each time: the booking needs a free one.
  strict_bookings: (ids) => ({
    rental_id: idIn(ids, "rentals"),
    source_id: idIn(ids, "sources"),
    start_at: `${2100 + ++strictlyBooked}-01-01`,
    end_at: `${2100 + strictlyBooked}-01-02`,
    adults: 2,
    final_price: "600.0",
    price_to_pay_now: "0.0",
    currency: "EUR",
    client: { firstname: "Ada", lastname: "Guest" },
  }),
  rates_tables: () => ({ name_en: "Seaside" }),
  seasons: () => ({ name_en: "Summer", ratio_percentage: "150", minimum_stay: 7 }),
  // A different one each time: a rates table's periods must not overlap.
  periods: anotherPeriod,
  rates_rules: (ids) => ({
    kind: "weekend_night",
    percentage: "20",
    variables: { days: [5, 6] },
    season_ids: [idIn(ids, "seasons")],
  }),
  special_offers: () => ({ name_en: "Early", discount: 10, start_date: dayAhead(1), end_date: dayAhead(2) }),
  rate_overrides: () => ({ start_date: dayAhead(1), end_date: dayAhead(3), rate: "120", days: [5, 6] }),
  // A guest's import is erased with the guest, so this one is of rentals.
  imports: () => ({ kind: "rentals", file: Buffer.from("external_reference,name\n").toString("base64") }),
  nightly_rate_maps: () => ({ start_date: dayAhead(0), rates_map: "100" }),
  mid_term_rate_maps: () => ({ start_date: dayAhead(0), map: "100" }),
  taxes: () => ({ name_en: "City tax", kind: "city", percentage: "10", start_date: dayAhead(-1000) }),
  rentals_taxes: (ids) => ({ tax_id: idIn(ids, "taxes"), tax_included_in_rate: true }),
  fees_taxes: (ids) => ({ tax_id: idIn(ids, "taxes"), tax_included_in_rate: true }),
  applications: () => ({ default_price_increase: "10" }),
  applications_periods_rentals: (ids) => ({
    application_id: idIn(ids, "own application"),
    rental_id: idIn(ids, "rentals"),
    price_increase: "5",
    ...anotherPeriod(),
  }),
  discount_codes: (ids) => ({
    discount_code: `CODE${++namesMade}`,
    percentage: 10,
    rental_ids: [idIn(ids, "rentals")],
  }),
  rental_link_groups: (ids) => ({ rental_ids: [idIn(ids, "a linked rental"), idIn(ids, "another linked rental")] }),
  rental_cancelation_policies: () => ({
    body_en: "Half of it from a week before arrival on.",
    rental_cancelation_policy_items: [{ eligible_days: 7, penalty_percentage: "50" }],
  }),
  rental_agreements: () => ({ body_en: "No parties." }),
  portal_settings: (ids) => ({ rental_id: idIn(ids, "rentals"), asks_documents: true, release_hours: 48 }),
  inquiries: (ids) => ({
    firstname: "Ada",
    lastname: "Guest",
    email: "ada@example.com",
    phone: "+33 1 23 45",
    country_code: "FR",
    start_at: "2096-01-04T16:00:00Z",
    end_at: "2096-01-08T10:00:00Z",
    adults: 2,
    children: 0,
    message: "Is there a cot?",
    source_id: idIn(ids, "sources"),
  }),
  attachments: () => ({ name: "Map.txt", file: "VHVybiBsZWZ0Lg==" }),
  reviews: (ids) => ({
    title: "Awesome",
    comment: "It was awesome!",
    private_comment: "The tap drips.",
    rating: 5,
    source_id: idIn(ids, "sources"),
    criteria: { cleanliness: { rating: "4.5", comment: "Spotless" } },
  }),
  host_reviews: (ids) => ({
    comment: "Left everything as it was.",
    criteria: { communication: { rating: 5 } },
    is_guest_recommended: true,
    shareable: true,
    source_id: idIn(ids, "sources"),
    expires_at: `${dayAhead(30)}T10:00:00Z`,
  }),
  review_replies: () => ({ message: "Come again!" }),
  payments: (ids) => ({
    amount_in_cents: 10_000,
    currency: "EUR",
    kind: "cash",
    paid_at: "2024-01-01T10:00:00Z",
    fullname: "Ada Guest",
    gateway_id: idIn(ids, "payment_gateways"),
  }),
  // A small part each time: together they must not exceed the price.
  invoices: () => ({ kind: "deposit", amount: "0.01", buyer: { name: "Ada Guest" }, notes: "Thank you." }),
  calendar_feeds: (ids) => ({
    rental_id: idIn(ids, "rentals"),
    kind: "import",
    name: `Channel ${++namesMade}`,
  }),
  cleaning_links: (ids) => ({ name: "Sam Sweep", rental_ids: [idIn(ids, "rentals")] }),
  tasks: (ids) => ({
    booking_id: idIn(ids, "bookings"),
    kind: "cleaning",
    title: "Turn the house",
    checklist: ["Beds", { text: "Bins", done: true }],
    cleaning_link_id: idIn(ids, "cleaning_links"),
  }),
  task_photos: () => ({ photo: smallPicture }),
  booking_sites: (ids) => {
    const address = `villa-${randomUUID().slice(0, 13)}`;
    return { address, domain: `${address}.example.com`, headline_en: "By the sea", rental_ids: [idIn(ids, "rentals")] };
  },
  exports: () => ({ byte_order_mark: true }),
  webhook_endpoints: () => ({
    url: "https://shop.example/events",
    event_types: ["booking.created", "booking.canceled"],
    description: "The calendar of the shop",
  }),
  payment_gateways: () => ({
    name: "Cards",
    test: true,
    gateway_name: "bogus",
    credentials: { login: "les-robles" },
    supported_cardtypes: ["visa", "master"],
    supported_currencies: ["EUR"],
  }),
  hosts: (ids) => ({
    firstname: "Jan",
    lastname: "Kowalski",
    email: "jan@example.com",
    source_id: idIn(ids, "sources"),
  }),
  conversations: (ids) => ({
    subject: "The cot",
    default_channel: "email",
    assignee_id: idIn(ids, "hosts"),
    source_id: idIn(ids, "sources"),
    deadline_response_at: "2096-01-01T10:00:00Z",
  }),
  participants: (ids) => ({
    conversation_id: idIn(ids, "conversations"),
    member_id: idIn(ids, "hosts"),
    member_type: "Host",
    read: true,
  }),
  messages: (ids) => ({
    conversation_id: idIn(ids, "conversations"),
    sender_id: idIn(ids, "participants"),
    content: "There is a cot.",
    origin: "service_inbox",
    visibility: "external",
    channel: "email",
    attachment_ids: [idIn(ids, "attachments")],
    sent_at: "2026-01-02T10:00:00Z",
  }),
  message_templates: () => ({
    name: "Welcome",
    subject_en: "Your stay in {{rental.name}}",
    body_en: "Dear {{guest.firstname}}, see you on {{booking.arrival}}.",
  }),
  automations: (ids) => ({
    name: "Directions",
    state: "on",
    trigger: "arrival",
    offset_days: -2,
    at: "17:00",
    rental_ids: [idIn(ids, "rentals")],
    languages: ["en"],
    effect: "message",
    message_template_id: idIn(ids, "message_templates"),
  }),
  scheduled_actions: () => ({ content: "The key is under the mat." }),
  booking_comments: (ids) => ({ booking_id: idIn(ids, "bookings"), content: "Arrives late" }),
};

/** Builds a valid element for writing a resource, referring to records of `ids`. */
export function sampleOf(resource: Resource, ids: Ids): Json {
  const sample = samples[resource.name];
  if (!sample) throw new Error(`no sample of ${resource.name}: add one to test/harness/fixture.ts`);
  return sample(ids);
}

export function idIn(ids: Ids, name: string): number | string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the fixture has no ${name} yet`);
  return id;
}

/** Builds a list's path with its required parameters and a query. @param query such as `updated_since=…` */
export function listPath(route: Route, ids: Ids, query = ""): string {
  const parts = [requiredQuery(route, ids).slice(1), query].filter((part) => part !== "");
  return parts.length > 0 ? `${route.path}?${parts.join("&")}` : route.path;
}

export const isCreation = ({ method, path, resource, operation }: Route): boolean =>
  method === "POST" && operation.kind === "write" && operation.success === 201 && path.endsWith(`/${resource.path}`);

/** Resources of which an account or a rental has only one. */
export const onlyOnce: ReadonlySet<string> = new Set([
  "booking_sites",
  "portal_settings",
  "rental_cancelation_policies",
]);

/** Sets what invoices need of the business. */
const putLetterhead = (client: ApiClient) =>
  client.put(`/preferences_general_settings/${client.account}`, {
    preferences_general_settings: [{ address1: "1 Mill Lane", city: "Bath", country_code: "GB", logo: smallPicture }],
  });

/** Deletes the fixture's record of such a resource, so that it can be created again. */
export async function makeRoom(client: ApiClient, { path, resource }: Route): Promise<void> {
  // Another test may have emptied it.
  if (resource.name === "invoices") await putLetterhead(client);
  if (!onlyOnce.has(resource.name)) return;
  const type = path.startsWith("/rentals/") ? "Rental" : "Account";
  const all = recordsOf(await client.get(`/${resource.path}`), resource.root);
  for (const { id, policeable_type = type } of all)
    if (policeable_type === type) await client.delete(`/${resource.path}/${id}`);
}

const isDeletion = ({ method, path, resource }: Route): boolean =>
  method === "DELETE" && path === `/${resource.path}/:${resource.singular}_id`;

/** Finds the resource whose id a path parameter holds. */
export function resourceOfParameter(route: Route, name: string): Resource {
  if (name === "id" || name === "ids") return route.resource;
  const found = resources.find(({ singular }) => name === `${singular}_id`);
  if (!found) throw new Error(`no resource for the parameter :${name} of ${route.path}`);
  return found;
}

/** Past one-night stays. Each review needs another one. */
export const staysToReview = 40;
const reviewed = new Map<string, number>();
const reviewKey = (resource: string, ids: Ids): string => `${resource} ${idIn(ids, "stays to review")}`;

/** The fixture's values for path parameters. */
export function idInPath(ids: Ids, route: Route, parameter: string): number | string {
  const { name } = resourceOfParameter(route, parameter);
  if (route.path.startsWith("/host_reviews/draft/")) return idIn(ids, "draft of a host review");
  const isReview = route.resource.name === "reviews" || route.resource.name === "host_reviews";
  if (name !== "bookings" || !isReview) return idIn(ids, name);
  const key = reviewKey(route.resource.name, ids);
  const number = reviewed.get(key) ?? 0;
  reviewed.set(key, number + 1);
  return Number(idIn(ids, "first stay to review")) + (number % staysToReview);
}

/** Creates the stays, latest first. */
async function addStaysToReview(service: TestService, client: ApiClient, ids: Map<string, number | string>) {
  const [row] = await service.sql(
    `with stays as (
       insert into bookings (account_id, rental_id, client_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select $1, $2, $3, (current_date - ago - 1) + interval '16 hours', (current_date - ago) + interval '10 hours', true, false, $4,
         'Application', 'EUR'
       from generate_series(1, $5::integer) as ago returning id
     ) select min(id)::integer as first from stays`,
    [client.account, idIn(ids, "rentals"), idIn(ids, "clients"), client.application, staysToReview],
  );
  ids.set("first stay to review", Number(row?.first));
  // Accounts in other files' databases have the same ids.
  ids.set("stays to review", randomUUID());
}

/** Fills ids into a route's path. */
export function pathOf(route: Route, idOf: (name: string) => number | string): string {
  return route.path.replace(/:([a-z_]+)/g, (_, name: string) => String(idOf(name)));
}

/** A read's required parameters, for records of these fixtures. */
export function requiredQuery({ operation, resource }: Route, ...fixtures: readonly Ids[]): string {
  if (operation.kind !== "read" && operation.kind !== "list") return "";
  const parameters = operation.kind === "read" ? operation.parameters : resource.search;
  const required = Object.entries(parameters).filter(([, parameter]) => parameter.required);
  const query = required.map(([name]) => {
    if (name === "from" || name === "to") return `${name}=2090-01-01`;
    const named = resources.find(({ singular }) => name === `${singular}_id`);
    if (!named) throw new Error(`no value for ${name}: add it to test/harness/fixture.ts`);
    return `${name}=${fixtures.map((ids) => idIn(ids, named.name)).join(",")}`;
  });
  return query.length > 0 ? `?${query.join("&")}` : "";
}

/** A computed read's parameters that make it show these fixtures; a feed from its beginning. */
export function readQuery(route: Route, ...fixtures: readonly Ids[]): string {
  if (route.path !== "/events") return requiredQuery(route, ...fixtures);
  const read = new Map(fixtures.map((ids) => [Number(idIn(ids, "accounts")), 0]));
  const after = cursorText({ epoch: 1, unreadSince: Math.floor(Date.now() / 1000), read });
  return `?after=${after}&resource=rentals`;
}

/** Creates shared records: no account owns these resources, and no route creates them. */
export async function sharedRecords(service: TestService): Promise<Ids> {
  const [destination] = await service.sql(
    "insert into destinations (name, fullname, permalink) values ($1, $1, $1) returning id::integer",
    [{ en: "Europe" }],
  );
  return new Map([
    ["amenities", Number((await anAmenity(service, "internet")).id)],
    ["another amenity", Number((await anAmenity(service, "pool")).id)],
    ["destinations", Number(destination?.id)],
  ]);
}

/** The shared records among a fixture's ids. */
export const sharedIn = (ids: Ids): Ids =>
  new Map(["amenities", "another amenity", "destinations"].map((name) => [name, idIn(ids, name)]));

/** Builds an account's fixture through the API, in the registry's order. */
export async function aFixture(service: TestService, shared: Ids, client: ApiClient): Promise<Fixture> {
  const ids = new Map<string, number | string>(shared);
  const gone = new Map<string, number | string>();
  ids.set("accounts", client.account);
  ids.set("preferences_general_settings", client.account);
  const [installation] = await service.sql(
    "select id::integer from accounts_applications where account_id = $1 and application_id = $2",
    [client.account, client.application],
  );
  ids.set("accounts_applications", Number(installation?.id));
  // Not the token's own application, which another account may have installed too.
  ids.set("applications", (await service.aClient(client.account)).application);
  ids.set("own application", client.application);
  // The letterhead of invoices.
  const letterhead = await putLetterhead(client);
  if (letterhead.status !== 200) throw new Error(`the letterhead was refused: ${letterhead.text}`);
  for (const route of routes.filter(isCreation)) {
    const { resource } = route;
    if (resource.name === "rental_link_groups") await addRentalsToLink(client, ids);
    if (resource.name === "reviews") await addStaysToReview(service, client, ids);
    if (routes.some((other) => other.resource === resource && isDeletion(other))) {
      const id = await create(client, route, ids);
      const answer = await client.delete(`/${resource.path}/${id}`);
      if (answer.status !== 204)
        throw new Error(`DELETE of ${resource.name} answered ${answer.status}: ${answer.text}`);
      gone.set(resource.name, id);
    }
    ids.set(resource.name, await create(client, route, ids));
  }
  await addParts(client, ids);
  await service.sql(
    `insert into rates (account_id, rental_id, currency, start_date, end_date, initial_nightly_rate, initial_weekly_rate,
       initial_monthly_rate, final_nightly_rate, final_weekly_rate, final_monthly_rate, minimum_stay)
     values ($1, $2, 'EUR', '2027-01-01', '2027-02-01', 1, 1, 1, 1, 1, 1, 1)`,
    [client.account, idIn(ids, "rentals")],
  );
  await service.sql(
    "insert into rates_built (account_id, rental_id, version, built_on) values ($1, $2, '1', '2027-01-01')",
    [client.account, idIn(ids, "rentals")],
  );
  await service.sql(
    "insert into discount_code_usages (account_id, discount_code_id, booking_id, currency, amount_in_cents) values ($1, $2, $3, 'EUR', 1)",
    [client.account, idIn(ids, "discount_codes"), idIn(ids, "bookings")],
  );
  await client.put(`/rentals_fees/${idIn(ids, "rentals_fees")}`, {
    rentals_fees: [{ season_ids: [idIn(ids, "seasons")] }],
  });
  await client.put(`/rentals/${idIn(ids, "rentals")}`, {
    rentals: [{ rates_table_id: idIn(ids, "rates_tables"), payment_gateway_id: idIn(ids, "payment_gateways") }],
  });
  await client.put(`/taxes/${idIn(ids, "taxes")}`, {
    taxes: [{ tax_rules: [{ compared_attribute: "length_of_stay", comparator: ">", value: "1" }] }],
  });
  // Done here, because the fixture's services run no jobs.
  await service.sql(
    `with rendered as (
       update photos set stored_file_id = pending_file_id where account_id = $1 and pending_file_id is not null and deleted_at is null
       returning account_id, id, stored_file_id
     ) insert into photos_renditions (account_id, photo_id, stored_file_id) select account_id, id, stored_file_id from rendered`,
    [client.account],
  );
  await client.put(`/inbox/conversations/${idIn(ids, "conversations")}/connect_booking`, {
    bookings: [{ id: idIn(ids, "bookings") }],
  });
  // No request stores these: mails to the guest and the owner, and an import's external references.
  await service.sql(
    `insert into mails (account_id, template, recipient, locale, content, client_id, booking_id, conversation_id)
     values ($1, 'booking-confirmation', 'ada@example.com', 'en', '{}', $2, $3, $4)`,
    [client.account, idIn(ids, "clients"), idIn(ids, "bookings"), idIn(ids, "conversations")],
  );
  await service.sql(
    `with mail as (
       insert into mails (account_id, template, recipient, locale, content, contact_id)
       values ($1, 'owner statement', 'rosa@example.com', 'en', '{}', $2) returning id
     ) insert into statement_mails (account_id, rental_id, month, mail_id) select $1, $3, '2090-01-01', id from mail`,
    [client.account, idIn(ids, "contacts"), idIn(ids, "rentals")],
  );
  await service.sql(
    "insert into imported_records (account_id, kind, external_reference, record_id) values ($1, 'rentals', 'R1', $2)",
    [client.account, idIn(ids, "rentals")],
  );
  const importing = () => client.post("/imports", { imports: [samples.imports?.(ids)] });
  const discarded = recordOf(await importing(), "imports").id;
  await client.delete(`/imports/${discarded}`);
  gone.set("imports", Number(discarded));
  ids.set("imports", Number(recordOf(await importing(), "imports").id));
  // Only agents propose.
  const [proposed] = await service.sql(
    `insert into proposals (account_id, agent_prefix, action, rental_id, booking_id, conversation_id, method, path, body, preview, outcome, seal, expires_at)
     values ($1, 'mcp_Abc1', 'cancel', $2, $3, $4, 'POST', $5, '{}', '{"changes":[],"price":null,"notices":[],"guest":null}', '\\x00', $6, '2090-01-01')
     returning id::integer`,
    [
      ...[client.account, idIn(ids, "rentals"), idIn(ids, "bookings"), idIn(ids, "conversations")],
      ...[`/bookings/${idIn(ids, "bookings")}/cancel`, Buffer.from(randomUUID())],
    ],
  );
  ids.set("proposals", Number(proposed?.id));
  await importSamplePayouts(service, client.account, ids);
  // The job's result for unchanged counts. Running the job would also fold the other fixtures' deltas.
  await service.sql(
    "insert into record_counts (account_id, counted, span, since, total) values ($1, 'clients', 'always', '-infinity', 0)",
    [client.account],
  );
  await service.sql(
    `with event as (
       insert into calendar_feed_events (account_id, feed_id, event_key, uid, arrival, departure)
       values ($1, $2, 'event', 'event@channel.example', '2090-01-04', '2090-01-08') returning id
     )
     insert into calendar_feed_parts (account_id, booking_id, feed_id, event_id, number) select $1, $3, $2, id, 1 from event`,
    [client.account, idIn(ids, "calendar_feeds"), idIn(ids, "bookings")],
  );
  await service.sql(
    `with told as (
       insert into webhook_messages (account_id, endpoint_id, change_id, type, resource, record_id, occurred_at, attempts, delivered_at)
       values ($1, $2, 1, 'booking.created', 'bookings', $3, now(), 1, now()) returning id
     ) insert into webhook_deliveries (account_id, message_id, endpoint_id, attempt, status, duration_ms, answer)
     select $1, id, $2, 1, 204, 12, '' from told`,
    [client.account, idIn(ids, "webhook_endpoints"), String(idIn(ids, "bookings"))],
  );
  const liveIn = async (table: string, condition = "deleted_at is null") => {
    const [row] = await service.sql(`select id from ${table} where account_id = $1 and ${condition} limit 1`, [
      client.account,
    ]);
    return typeof row?.id === "string" && row.id.includes("-") ? row.id : Number(row?.id);
  };
  const ofRental = `rental_id = ${idIn(ids, "rentals")}`;
  ids.set("rates", await liveIn("rates"));
  for (const name of ["payouts", "channel_payouts", "webhook_deliveries"]) ids.set(name, await liveIn(name, "true"));
  ids.set("tax_rules", await liveIn("tax_rules"));
  ids.set("scheduled_actions", await liveIn("scheduled_actions", "state = 'scheduled' and due_at > now()"));
  ids.set(
    "rental_cancelation_policy_items",
    await liveIn(
      "rental_cancelation_policy_items",
      `deleted_at is null and rental_cancelation_policy_id = ${idIn(ids, "rental_cancelation_policies")}`,
    ),
  );
  ids.set("discount_code_usages", await liveIn("discount_code_usages", "canceled_at is null"));
  await addPaymentParts(service, client, ids);
  await addSiteBooking(service, client, ids);
  await addReplies(client, ids);
  await addPortal(service, client, ids);
  ids.set("bookings_payments", await liveIn("bookings_payments", "canceled_at is null"));
  ids.set("availabilities", idIn(ids, "rentals"));
  ids.set("change_overs", idIn(ids, "rentals"));
  ids.set("rental_links", await liveIn("rental_links"));
  ids.set("nightly_rate_maps", await liveIn("nightly_rate_maps", ofRental));
  ids.set("mid_term_rate_maps", await liveIn("mid_term_rate_maps", ofRental));
  ids.set("audit_entries", await aPublishedChange(service, client.account));
  for (const { name } of resources.filter(({ computed }) => !computed)) idIn(ids, name);
  return { client, account: client.account, ids, gone };
}

/** Publishes all changes of the fixture except the last, so that both kinds exist. @returns the first */
async function aPublishedChange(service: TestService, account: number): Promise<number> {
  await publishAll(service.database.within([account]), account, queries);
  const [first] = await service.sql("select min(id)::text as id from changes where account_id = $1", [account]);
  return Number(first?.id);
}

/** Separate rentals: bookings of the fixture's rental must have no mirrors. */
async function addRentalsToLink(client: ApiClient, ids: Map<string, number | string>): Promise<void> {
  for (const name of ["a linked rental", "another linked rental"])
    ids.set(name, Number((await aRental(client, { name })).id));
}

async function create(client: ApiClient, route: Route, ids: Ids): Promise<number | string> {
  const path = pathOf(route, (name) => idInPath(ids, route, name));
  const answer = await client.post(path, { [route.resource.root]: [sampleOf(route.resource, ids)] });
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
  const { id } = recordOf(answer, route.resource.root);
  return typeof id === "string" ? id : Number(id);
}

/** Creates a booking's fee and tax, and a rental's tags: no route creates them by themselves. */
async function addParts(client: ApiClient, ids: Map<string, number | string>): Promise<void> {
  const booking = idIn(ids, "bookings");
  const rental = idIn(ids, "rentals");
  await client.put(`/rentals/${rental}`, { rentals: [{ rentals_tag_ids: [idIn(ids, "rentals_tags")] }] });
  await client.patch(`/bookings/${booking}/add_bookings_fee`, {
    bookings_fees: [{ price: "5", rentals_fee_id: idIn(ids, "rentals_fees") }],
  });
  const taxed = await client.post(`/rentals/${rental}/bookings`, {
    bookings: [
      {
        start_at: "2090-02-01",
        end_at: "2090-02-03",
        bookings_fees: [{ price: "4", name: "Dog", kind: "other" }],
        bookings_taxes: [{ amount: "3", tax_id: idIn(ids, "taxes") }],
      },
    ],
  });
  const fees = linksOf(await read(client, "bookings", booking)).bookings_fees;
  const taxes = linksOf(recordOf(taxed, "bookings")).bookings_taxes;
  ids.set("bookings_fees", Number([fees].flat()[0]));
  ids.set("bookings_taxes", Number([taxes].flat()[0]));
  ids.set("bookings_with_fees", booking);
  ids.set("fees_in_bookings", idIn(ids, "bookings_fees"));
}

/** Creates rows of payments without a route: a refund, a step, a report, and a bogus gateway entry. */
async function addPaymentParts(service: TestService, client: ApiClient, ids: Ids): Promise<void> {
  const [payment, gateway] = [idIn(ids, "payments"), idIn(ids, "payment_gateways")];
  const refund = await client.post(`/payments/${payment}/refund`, { payments: [{ amount_in_cents: 1 }] });
  if (refund.status !== 201) throw new Error(`A refund answered ${refund.status}: ${refund.text}`);
  await service.sql(
    "insert into payment_steps (account_id, payment_id, step, key, amount_in_cents, state) values ($1, $2, 'charge', 'fixture', 1, 'dropped')",
    [client.account, payment],
  );
  await service.sql(
    `insert into damage_deposits (account_id, booking_id, state, payment_id, pending_payment_id, pending_since, payment_gateway_id)
     select $1, booking_id, 'released', payment_id, payment_id, now(), $3 from bookings_payments where account_id = $1 and payment_id = $2 limit 1`,
    [client.account, payment, gateway],
  );
  await service.sql(
    "insert into task_sends (account_id, key, task_id) select account_id, gen_random_uuid(), id from tasks where account_id = $1",
    [client.account],
  );
  await service.sql(
    "insert into gateway_reports (account_id, payment_gateway_id, report_id, payment_id, kind) values ($1, $2, 'fixture', $3, 'other')",
    [client.account, gateway, payment],
  );
  await service.sql(
    `insert into bogus_ledger (account_id, payment_gateway_id, key, step, amount_in_cents, outcome)
     values ($1, $2, 'fixture', 'charge', 1, 'done')`,
    [client.account, gateway],
  );
}

/** Creates the row of a booking on the account's own site. */
async function addSiteBooking(service: TestService, { account }: ApiClient, ids: Ids): Promise<void> {
  await service.sql(
    "insert into site_bookings (account_id, booking_id, request, visitor, network, agreed_at) values ($1, $2, 'r', 'v', 'n', now())",
    [account, idIn(ids, "bookings")],
  );
}

/** Creates a form and a signature, which only guests write on their portal. */
async function addPortal(service: TestService, client: ApiClient, ids: Map<string, number | string>): Promise<void> {
  const [form] = await service.sql(
    `insert into guest_forms (account_id, booking_id, client_id, guests)
     select account_id, id, client_id, '["Ada Guest"]' from bookings where account_id = $1 and id = $2 returning id::integer`,
    [client.account, idIn(ids, "bookings")],
  );
  const [signature] = await service.sql(
    `insert into agreement_signatures (account_id, booking_id, client_id, rental_agreement_id, name, locale, digest, signed_at, ip, pdf)
     select account_id, id, client_id, $3, 'Ada Guest', 'en', sha256('No parties.'), now(), '127.0.0.1', '%PDF'
     from bookings where account_id = $1 and id = $2 returning id::integer`,
    [client.account, idIn(ids, "bookings"), idIn(ids, "rental_agreements")],
  );
  ids.set("guest_forms", Number(form?.id));
  ids.set("agreement_signatures", Number(signature?.id));
}

/** Creates replies, by actions on their reviews, and a draft of a host review. */
async function addReplies(client: ApiClient, ids: Map<string, number | string>): Promise<void> {
  for (const reviews of ["reviews", "host_reviews"]) {
    const path = `/${reviews}/${idIn(ids, reviews)}/reply`;
    const reply = recordOf(await client.post(path, { review_replies: [{ message: "Come again!" }] }), "review_replies");
    ids.set("review_replies", String(reply.id));
  }
  const stay = Number(idIn(ids, "first stay to review")) + staysToReview - 1;
  const sample = { comment: "To be continued", expires_at: `${dayAhead(30)}T10:00:00Z` };
  const draft = await client.post(`/bookings/${stay}/host_reviews/draft`, { host_reviews: [sample] });
  ids.set("draft of a host review", String(recordOf(draft, "host_reviews").id));
}

/** The tables with account-owned rows. */
export async function accountTables(service: TestService): Promise<string[]> {
  const rows = await service.sql(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'account_id' order by 1`,
  );
  return rows.map(({ name }) => String(name));
}

/** Digests all rows of some accounts, one digest per table. */
export async function digestOf(service: TestService, accounts: readonly number[]): Promise<Json> {
  if (!digested.has(service)) await makeDigests(service);
  const rows = await service.sql("select * from test_digests($1)", [accounts]);
  return Object.fromEntries(rows.map(({ name, count, md5 }) => [String(name), { count, md5 }]));
}

/** Tables that record a token's last use, which reads change too. */
const usedNow = new Set(["access_tokens", "accounts_applications"]);

/** Tables that record content changes, including files of rolled-back writes. */
const notesOfContent = new Set(["record_counts", "record_count_changes"]);

/** The services whose databases already have the function. */
const digested = new WeakSet<TestService>();

/**
 * Runs as a database function whose statements are planned once: planning takes ten times as long as reading. On a cluster, planning must see
 * the accounts.
 */
async function makeDigests(service: TestService): Promise<void> {
  const own = (await accountTables(service)).map((table) => [table, `${table}.account_id`] as const);
  const selects = [["accounts", "accounts.id"] as const, ...own].map(([table, column]) => {
    const row = usedNow.has(table) ? `(to_jsonb(${table}) - 'last_used_at')::text` : `${table}::text`;
    return (
      `select '${table}', count(*)::integer, md5(coalesce(string_agg(${row}, ' ' order by ${row}), ''))` +
      ` from ${table} where ${column} = any(wanted)${notesOfContent.has(table) ? " and counted <> 'content'" : ""}`
    );
  });
  const plans = inject("workers").length > 0 ? "force_custom_plan" : "force_generic_plan";
  await service.sql(
    `create or replace function test_digests(wanted bigint[]) returns table (name text, count integer, md5 text)
     language plpgsql set plan_cache_mode = ${plans}
     as $function$ #variable_conflict use_column
     begin ${selects.map((select) => `return query ${select};`).join(" ")} end $function$`,
  );
  digested.add(service);
}
