import { resources } from "../../src/app/registry.ts";
import type { JsonBody } from "../../src/kernel/request-body.ts";
import { type Resource, writtenRelations } from "../../src/kernel/resource.ts";
import { type Route, requiredJson } from "../../src/kernel/route.ts";
import { namedAttachment } from "../../src/modules/guests/inbox/messages/add-attachments.ts";
import { rentalCancelationPolicyItem } from "../../src/modules/pricing/policies/rental-cancelation-policy-item.ts";
import { taxRule } from "../../src/modules/pricing/taxes/tax-rule.ts";
import { bookingsFee } from "../../src/modules/stays/bookings/bill/bookings-fee.ts";
import { inputTax } from "../../src/modules/stays/bookings/bill/bookings-tax.ts";
import { bookingComment } from "../../src/modules/stays/bookings/booking-comment.ts";
import { client } from "../../src/modules/stays/clients/client.ts";
import type { Json } from "../harness/client.ts";
import { type Ids, idIn, sampleOf } from "../harness/fixture.ts";

/** One way to smuggle a stranger's id into an otherwise valid write body. */
export interface Attempt {
  readonly what: string;
  readonly body: (ours: Ids, theirs: Ids) => Json;
  /** The attribute that the 422 response names. */
  readonly refusedAs: string;
}

/** A body element with a foreign id. */
interface Smuggling {
  readonly what: string;
  readonly refusedAs: string;
  readonly element: (theirs: Ids) => Json;
}

/** Nested lists: their element resource, a valid element, and writable references beyond the declared ones. */
const nested: Readonly<Record<string, { resource: Resource; valid: Json; additional: readonly Smuggling[] }>> = {
  bookings_fees: { resource: bookingsFee, valid: { price: "5" }, additional: [] },
  bookings_taxes: {
    resource: inputTax,
    valid: { amount: "5" },
    additional: ["Rental", "Fee"].map((type) => ({
      what: `taxable_id of a ${type}`,
      refusedAs: "taxable_id",
      element: (theirs) => ({ taxable_type: type, taxable_id: idIn(theirs, `${type.toLowerCase()}s`) }),
    })),
  },
  // A tax body's rule references no records.
  tax_rules: {
    resource: { ...taxRule, attributes: {}, relations: {} },
    valid: { compared_attribute: "length_of_stay", comparator: ">", value: "1" },
    additional: [],
  },
  // A policy body's item references no records.
  rental_cancelation_policy_items: {
    resource: { ...rentalCancelationPolicyItem, attributes: {}, relations: {} },
    valid: { eligible_days: 7, penalty_percentage: "50" },
    additional: [],
  },
  // A strict booking's guest is a new client without references.
  client: { resource: { ...client, attributes: {}, relations: {} }, valid: {}, additional: [] },
  // An attachment is referenced by its id only.
  attachments: { resource: namedAttachment, valid: {}, additional: [] },
  // A comment in a booking's body belongs to that booking and references no other.
  comments: { resource: { ...bookingComment, relations: {} }, valid: { content: "x" }, additional: [] },
};

/** Attributes with ids that are not declared references, and the service's handling of a foreign id. */
const idAttributes: Readonly<Record<string, "everybody's" | "refused">> = {
  amenity_ids: "everybody's",
  rentals_contact_id: "refused",
  rental_id: "refused",
  rental_ids: "refused",
  rentals_tag_ids: "refused",
  bookings_tag_ids: "refused",
  source_ids: "refused",
  taxable_id: "refused",
  member_id: "refused",
  user_id: "refused",
  assigned_user_id: "refused",
  // A gateway's or bank's identifier, not a Roost record.
  transaction_id: "everybody's",
};

/** Bodies of writes that neither create nor update a whole record. */
const actions: Readonly<Record<string, (ids: Ids) => Json>> = {
  "POST /clients/:client_id/merge": (ids) => ({ clients: [{ merged_client_id: idIn(ids, "clients") }] }),
  "POST /contacts/:contact_id/send_statement": () => ({ contacts: [{ month: "2090-01" }] }),
  "POST /bookings/:booking_id/capture_damage_deposit": () => ({ bookings: [{ reason: "A vase" }] }),
  "POST /payments/:payment_id/refund": () => ({ payments: [{ amount_in_cents: 1 }] }),
  "PATCH /bookings/:id/add_bookings_fee": () => ({ bookings_fees: [{ price: "5", name: "Dog", kind: "other" }] }),
  ...Object.fromEntries(
    ["connect_booking", "disconnect_booking"].map((path) => [
      `PUT /inbox/conversations/:conversation_id/${path}`,
      (ids: Ids) => ({ bookings: [{ id: idIn(ids, "bookings") }] }),
    ]),
  ),
  "POST /inbox/messages/:message_id/add_attachment": (ids) => ({ attachments: [{ id: idIn(ids, "attachments") }] }),
  "POST /inbox/conversations/:conversation_id/render_template": (ids) => ({
    conversations: [{ message_template_id: idIn(ids, "message_templates") }],
  }),
  "POST /bookings/:booking_id/render_template": (ids) => ({
    bookings: [{ message_template_id: idIn(ids, "message_templates") }],
  }),
  "POST /bookings/:booking_id/preview_template": () => ({ bookings: [{ body_en: "Dear {{guest.firstname}}" }] }),
  "POST /calendar_feeds/:calendar_feed_id/upload": () => ({
    calendar_feeds: [{ calendar: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n" }],
  }),
  "POST /tasks/:task_id/report": () => ({ tasks: [{ done: true }] }),
  "PUT /reviews/:review_id/dismiss": () => ({ reviews: [{ dismissed_by: "The channel" }] }),
  "PUT /host_reviews/:host_review_id/dismiss": () => ({ host_reviews: [{ dismissed_by: "The host" }] }),
  "POST /reviews/:review_id/reply": () => ({ review_replies: [{ message: "Thank you" }] }),
  "POST /host_reviews/:host_review_id/reply": () => ({ review_replies: [{ message: "Thank you" }] }),
  "POST /bookings/:booking_id/host_reviews/draft": () => ({ host_reviews: [{ comment: "To be continued" }] }),
  "PUT /host_reviews/draft/:host_review_id": () => ({ host_reviews: [{ comment: "To be continued" }] }),
  "POST /automations/forecast": (ids) => ({
    automations: [{ trigger: "arrival", effect: "message", message_template_id: idIn(ids, "message_templates") }],
  }),
  "POST /bookings/:booking_id/move": (ids) => ({ bookings: [{ rental_id: idIn(ids, "rentals") }] }),
};

/** A write's valid body; undefined if the write takes none. */
export function bodyOf(route: Route, ids: Ids): Json | undefined {
  if (!requiredJson(route)) return undefined;
  const action = actions[`${route.method} ${route.path}`];
  if (action) return action(ids);
  if (!isOfRecord(route))
    throw new Error(`test/tenancy/attempts.ts has no body for ${route.method} ${route.path}: add one.`);
  return { [route.resource.root]: [sampleOf(route.resource, ids)] };
}

/** Every way in which a write's body can reference a stranger's record. */
export function attempts(route: Route): Attempt[] {
  const { resource } = route;
  const body = requiredJson(route);
  if (!body) return [];
  if (route.path.endsWith("/move")) {
    const move = (theirs: Ids) => ({ bookings: [{ rental_id: idIn(theirs, "rentals") }] });
    return [{ what: "rental_id", refusedAs: "rental_id", body: (_ours, theirs) => move(theirs) }];
  }
  if (route.path.endsWith("/connect_booking")) {
    const connect = (theirs: Ids) => ({ bookings: [{ id: idIn(theirs, "bookings") }] });
    return [{ what: "bookings[].id", refusedAs: "bookings", body: (_ours, theirs) => connect(theirs) }];
  }
  // Disconnecting a booking from a conversation about another one changes nothing, whichever account owns it.
  if (route.path.endsWith("/disconnect_booking")) return [];
  if (route.path.endsWith("/render_template")) {
    const render = (theirs: Ids) => ({
      [resource.root]: [{ message_template_id: idIn(theirs, "message_templates") }],
    });
    return [{ what: "message_template_id", refusedAs: "message_template_id", body: (_ours, theirs) => render(theirs) }];
  }
  if (!isOfRecord(route)) {
    return Object.keys(body.nested)
      .flatMap(nestedAttempts)
      .map(({ what, refusedAs, element }) => ({
        what,
        refusedAs,
        body: (ours, theirs) => ({ ...bodyOf(route, ours), ...element(theirs) }),
      }));
  }
  const smugglings = [
    ...references(resource, body.writing),
    ...ownIds(resource, body.writing),
    ...Object.keys(body.nested).flatMap(nestedAttempts),
  ];
  return smugglings.map(({ what, refusedAs, element }) => ({
    what,
    refusedAs,
    body: (ours, theirs) => ({ [resource.root]: [{ ...sampleOf(resource, ours), ...element(theirs) }] }),
  }));
}

function isOfRecord({ method, path, resource }: Route): boolean {
  return method === "POST" ? path.endsWith(`/${resource.path}`) : path === `/${resource.path}/:${resource.singular}_id`;
}

/** A resource's declared references, each with a foreign id. Shared resources have no foreign ids. */
function references(resource: Resource, writing: JsonBody["writing"] = "create"): Smuggling[] {
  return writtenRelations(resource).flatMap(({ name, relation }) => {
    // An update accepts and ignores references that only a creation sets.
    if (writing === "update" && relation.written?.attribute.traits.onlyOnCreation) return [];
    const { planned, target } = relation.traits;
    if (!planned && resources.find((other) => other.name === target)?.tenancy === "everyone") return [];
    const foreign = (theirs: Ids) => (planned ? idIn(theirs, "rentals") : idIn(theirs, target));
    return [
      {
        what: name,
        refusedAs: name,
        element: (theirs: Ids) => ({ [name]: relation.kind === "many" ? [foreign(theirs)] : foreign(theirs) }),
      },
    ];
  });
}

function ownIds(resource: Resource, writing: JsonBody["writing"] = "create"): Smuggling[] {
  const names = Object.entries(resource.attributes)
    .filter(([name, { traits }]) => traits.writable && /_ids?$/.test(name))
    .filter(([, { traits }]) => writing === "create" || !traits.onlyOnCreation)
    .map(([name]) => name);
  return names.flatMap((name) => {
    const fate = idAttributes[name];
    if (fate === undefined)
      throw new Error(`test/tenancy/attempts.ts does not name the resource of ${resource.name}.${name}: add it.`);
    if (fate === "everybody's") return [];
    const foreign = (theirs: Ids) => (name.endsWith("_ids") ? [idIn(theirs, "rentals")] : idIn(theirs, "rentals"));
    return [{ what: name, refusedAs: name, element: (theirs: Ids) => ({ [name]: foreign(theirs) }) }];
  });
}

function nestedAttempts(name: string): Smuggling[] {
  const inside = nested[name];
  if (!inside) throw new Error(`test/tenancy/attempts.ts does not describe the elements of ${name}: add them.`);
  return [...references(inside.resource), ...ownIds(inside.resource), ...inside.additional].map(
    ({ what, element }) => ({
      what: `${name}[].${what}`,
      refusedAs: name,
      element: (theirs) => ({ [name]: [inside.valid, { ...inside.valid, ...element(theirs) }] }),
    }),
  );
}
