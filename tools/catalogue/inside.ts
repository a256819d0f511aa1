import type { DeclaredResource } from "./declared.ts";

/** Members that the reference lists as separate attributes, by resource and containing attribute. */
const outer: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  accounts: {
    phones: ["phone", "mobile", "fax"],
    preferences: [
      "bookings",
      "default_arrival_time",
      "default_arrival_end_time",
      "default_departure_time",
      "default_communication_locale",
    ],
  },
  clients: {
    addresses: ["address1", "address2", "city", "country_code", "state", "zip"],
    emails: ["email", "label"],
    phones: ["number"],
  },
  contacts: { phones: ["label", "number"] },
  reviews: {
    criteria: [
      "cleanliness",
      "communication",
      "checkin",
      "location",
      "facilities",
      "comfort",
      "staff",
      "value_for_money",
      "accuracy",
    ],
  },
};

/** Whether an attribute of the reference is a member of another attribute here, as in the reference's samples. */
export function isInside(resourceName: string, name: string, { resource }: DeclaredResource): boolean {
  const found = Object.entries(outer[resourceName] ?? {}).find(([, members]) => members.includes(name));
  const schema = found && resource.attributes[found[0]]?.type.readSchema;
  return schema !== undefined && JSON.stringify(schema).includes(`"${name}":`);
}
