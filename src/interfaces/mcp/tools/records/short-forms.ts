import type { AgentResource, AgentResources } from "../../../../kernel/agent-schema.ts";

/** The default fields by resource. `client.fullname` is an attribute of a related record. */
const shortForms: Readonly<Record<string, string>> = {
  automations: "id name state sentence built_in",
  bookings:
    "id reference status start_at end_at adults children rental.name client.fullname currency final_price payment_left_to_collect",
  booking_comments: "id booking.reference content created_at",
  bookings_fees: "id booking.reference name price times_booked currency",
  bookings_payments: "id booking.reference payment amount_in_cents currency",
  clients: "id fullname company emails phones preferred_locale",
  conversations: "id subject default_channel last_message_at closed_at assignee.firstname source.name",
  inquiries: "id firstname lastname email start_at end_at adults children rental.name message",
  messages: "id conversation sender channel visibility sent_at content",
  payments: "id kind amount_in_cents currency paid_at canceled_at fullname order_id",
  rentals: "id name rental_type city country_code sleeps sleeps_max bedrooms_count currency base_rate",
  reviews: "id rating title name booking.reference rental.name created_at",
};

/** Attributes that other resources leave out by default. */
const secondary = /^(created_at|updated_at|locked|.*_url|url|logo|position|.*notes)$/;
const maxAttributes = 8;
const maxRelations = 2;

/** The fields that a list shows by default. */
export function shortForm(agentResource: AgentResource, resources: AgentResources): string[] {
  const listed = shortForms[agentResource.resource.name]?.split(" ") ?? defaultFields(agentResource);
  return listed.filter((name) => isShown(name, agentResource, resources));
}

function defaultFields({ fields, relations, filterables }: AgentResource): string[] {
  const attributes = fields.filter((name) => !relations.has(name) && filterables.has(name) && !secondary.test(name));
  const single = [...relations].filter((name) => name !== "account" && filterables.has(`${name}_id`));
  return [...attributes.slice(0, maxAttributes), ...single.slice(0, maxRelations)];
}

function isShown(name: string, { fields, relations, resource }: AgentResource, resources: AgentResources): boolean {
  const [relation = "", attribute] = name.split(".");
  if (attribute === undefined) return fields.includes(name);
  const declared = resource.relations[relation];
  if (declared?.kind !== "one" || !relations.has(relation)) return false;
  return resources.get(declared.traits.target)?.fields.includes(attribute) ?? false;
}
