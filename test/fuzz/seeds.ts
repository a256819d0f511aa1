import { resources, routes } from "../../src/app/registry.ts";
import type { Route } from "../../src/kernel/route.ts";
import { type Json, recordOf } from "../harness/client.ts";
import { type Fixture, type Ids, idIn, idInPath, isCreation, pathOf, sampleOf } from "../harness/fixture.ts";
import { dayAhead } from "../rates/factories.ts";
import type { FuzzedOperation } from "./operations.ts";

/** The route of an operation; undefined if it belongs to no resource. */
const routeOf = ({ method, path }: FuzzedOperation): Route | undefined =>
  routes.find((route) => route.method === method && route.path.replace(/:([a-z_]+)/g, "{$1}") === path);

/** The id of the fixture's record that a property refers to by name. */
export function existingId(ids: Ids, property: string): number | string | undefined {
  const singular = /^(.+)_ids?$/.exec(property)?.[1];
  const found = resources.find((resource) => resource.singular === singular);
  return found && ids.get(found.name);
}

/** Reviews without a reply; the fixture's reviews have one. */
export async function unanswered({ client, ids }: Fixture): Promise<Ids> {
  const made = new Map<string, number | string>();
  for (const route of routes.filter(
    ({ resource: { name }, path }) => reviews.includes(name) && !path.endsWith("draft"),
  )) {
    if (!isCreation(route)) continue;
    const { resource } = route;
    const answer = await client.post(
      pathOf(route, (name) => idInPath(ids, route, name)),
      { [resource.root]: [sampleOf(resource, ids)] },
    );
    const { id } = recordOf(answer, resource.root);
    made.set(`${resource.name} without a reply`, typeof id === "string" ? id : Number(id));
  }
  return made;
}

const reviews = ["reviews", "host_reviews"];

/** Paths that need a different record than the fixture's usual one. */
const ownIds: Readonly<Record<string, string>> = {
  "POST /reviews/{review_id}/reply": "reviews without a reply",
  "POST /host_reviews/{host_review_id}/reply": "host_reviews without a reply",
  "PUT /applications/{application_id}": "own application",
  "PATCH /applications/{application_id}": "own application",
  // The usual rental has future stays.
  "DELETE /rentals/{rental_id}": "a linked rental",
};

/** The value of an id in an operation's path. */
export function idFor(ids: Ids, operation: FuzzedOperation, name: string): string {
  const own = ownIds[`${operation.method} ${operation.path}`];
  if (own !== undefined) return String(idIn(ids, own));
  const route = routeOf(operation);
  const isOfResource = name === "id" || name === "ids" || resources.some(({ singular }) => name === `${singular}_id`);
  return String(route && isOfResource ? idInPath(ids, route, name) : (existingId(ids, name) ?? 1));
}

/** A body that an operation would accept in a fixture's account; undefined if none is known. */
export function seedFor(ids: Ids, operation: FuzzedOperation): unknown {
  const own = ownSeeds[`${operation.method.replace("PATCH", "PUT")} ${operation.path}`];
  if (own) return own(ids);
  const route = routeOf(operation);
  if (route && isCreation(route)) return { [route.resource.root]: [sampleOf(route.resource, ids)] };
  return operation.seed === undefined ? undefined : withIds(ids, operation.seed);
}

let sourcesMade = 0;
let periodsMade = 0;

/** Operations whose documented request cannot be repeated unchanged. */
const ownSeeds: Readonly<Record<string, (ids: Ids) => Json>> = {
  "POST /bulk": (ids) => ({
    operations: [
      { method: "GET", path: "/rentals?fields=id" },
      { method: "PUT", path: `/rentals/${idIn(ids, "rentals")}`, body: { rentals: [{ sleeps: 5 }] } },
    ],
    atomic: true,
  }),
  "POST /sources": () => ({ sources: [{ name: `Channel ${++sourcesMade}` }] }),
  "PUT /bookings/{id}/add_bookings_fee": (ids) => ({
    bookings_fees: [{ price: "5", rentals_fee_id: idIn(ids, "rentals_fees") }],
  }),
  "PUT /calendar_feeds/{calendar_feed_id}": () => ({ calendar_feeds: [{ name: "Channel", enabled: false }] }),
  "PUT /inbox/conversations/{conversation_id}": (ids) => ({
    conversations: [{ subject: "The bed", assignee_id: idIn(ids, "hosts") }],
  }),
  "PUT /periods/{period_id}": () => {
    // After the fixture's periods, and within the three years that a period may lie ahead.
    const start = 1000 + 2 * (periodsMade++ % 40);
    return { periods: [{ start_date: dayAhead(start), end_date: dayAhead(start + 1) }] };
  },
  "POST /bookings/{booking_id}/move": () => ({ bookings: [{ start_at: dayAhead(400), end_at: dayAhead(404) }] }),
};

/** A request with its original ids replaced by the fixture's. */
function withIds(ids: Ids, seed: unknown): unknown {
  return JSON.parse(JSON.stringify(seed), (key, value: unknown) => {
    if (value === null) return value;
    const known = existingId(ids, key);
    if (known !== undefined) return Array.isArray(value) ? [known] : known;
    const named = resources.find(({ root }) => root === key);
    const own = named && ids.get(named.name);
    if (own === undefined || !Array.isArray(value)) return value;
    return value.map((element: unknown) =>
      typeof element === "object" && element !== null && "id" in element ? { ...element, id: own } : element,
    );
  });
}
