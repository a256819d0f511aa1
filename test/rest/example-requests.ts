import { crc32, deflateSync } from "node:zlib";
import { routes } from "../../src/app/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { resourceOf } from "../../tools/catalogue/declared.ts";
import { keptReference } from "../../tools/catalogue/facts.ts";
import type { Json } from "../harness/client.ts";
import { type Ids, idIn, isCreation, pathOf, resourceOfParameter } from "../harness/fixture.ts";
import { dayAhead } from "../rates/factories.ts";

/** A sample request's route and its expected response. */
export interface SampleRoute {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const reference = keptReference().resources;

/** A sample family's resource. A family is a folder of the reference. */
export function resourceOfFamily(family: string): Resource | undefined {
  return resourceOf(family, Object.keys(reference[family]?.endpoints ?? {}))?.resource;
}

/** Samples of operations with their own paths. */
const actions: Readonly<Record<string, (ids: Ids) => SampleRoute>> = {
  "bookings_fees/add_fee-request.json": (ids) => ({
    method: "PATCH",
    path: `/bookings/${idIn(ids, "bookings")}/add_bookings_fee`,
    status: 200,
  }),
  "inbox_conversations/connect_booking-request.json": (ids) => ({
    method: "PUT",
    path: `/inbox/conversations/${idIn(ids, resourceNamed("inbox_conversations"))}/connect_booking`,
    status: 200,
  }),
  "inbox_conversations/disconnect_booking-request.json": (ids) => ({
    method: "PUT",
    path: `/inbox/conversations/${idIn(ids, resourceNamed("inbox_conversations"))}/disconnect_booking`,
    status: 200,
  }),
  "inbox_messages/add_attachment-request.json": (ids) => ({
    method: "POST",
    path: `/inbox/messages/${idIn(ids, resourceNamed("inbox_messages"))}/add_attachment`,
    status: 200,
  }),
  "reviews/dismiss-request.json": (ids) => ({
    method: "PUT",
    path: `/reviews/${idIn(ids, "reviews")}/dismiss`,
    status: 200,
  }),
};

/** The registry's name for a family. */
export function resourceNamed(family: string): string {
  const resource = resourceOfFamily(family);
  if (!resource) throw new Error(`There is no resource for the samples of ${family} (yet).`);
  return resource.name;
}

/** A sample request's route. */
export function routeOf(name: string, ids: Ids): SampleRoute {
  const [family = "", file = ""] = name.split("/");
  const action = actions[name];
  if (action) return action(ids);
  const resource = resourceOfFamily(family);
  if (!resource) throw new Error(`There is no resource for the samples of ${family} (yet).`);
  if (file === "update-request.json")
    return { method: "PUT", path: `/${resource.path}/${idIn(ids, resource.name)}`, status: 200 };
  const route = routes.find((one) => one.resource.name === resource.name && isCreation(one));
  if (!route || !file.startsWith("create")) throw new Error(`No request takes the example ${name}.`);
  return {
    method: "POST",
    path: pathOf(route, (part) => idIn(ids, resourceOfParameter(route, part).name)),
    status: 201,
  };
}

/** The resource that an id in a sample refers to, by the id's name. */
const referents: Readonly<Record<string, string>> = {
  client_id: "clients",
  booking_id: "bookings",
  fee_id: "fees",
  rentals_fee_id: "rentals_fees",
  tax_id: "taxes",
  taxable_id: "rentals",
  amenity_id: "a free amenity",
  amenity_ids: "a free amenity",
  bookings_tag_ids: "bookings_tags",
  season_ids: "seasons",
  contact_id: "contacts",
  application_id: "own application",
  user_id: "a person",
};

/** Exceptions to `referents`, by family. */
const referentsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  booking_discount_codes: { rental_ids: "rentals" },
  rental_link_groups: { rental_ids: "two free rentals" },
  rentals_contents_overrides: { rental_id: "a free rental" },
  rental_contacts: { rental_id: "rentals" },
  inquiries: { rental_id: "rentals" },
  rentals_taxes: { tax_id: "a free tax" },
  fees_taxes: { tax_id: "a free tax" },
  inbox_participants: { member_id: "a free host", conversation_id: "conversations" },
  inbox_messages: { conversation_id: "conversations", sender_id: "participants", attachment_ids: "attachments" },
};

/** The resource that a sample's elements identify by `id`. */
const elements: Readonly<Record<string, string>> = {
  "inbox_conversations/connect_booking-request.json": "bookings",
  "inbox_conversations/disconnect_booking-request.json": "bookings",
  "inbox_messages/add_attachment-request.json": "attachments",
};

/** Gives each sample its own nights and price dates, so that they do not conflict. */
let next = 0;

/** A sample with real ids and times. Texts remain texts, lists remain lists, and other values are unchanged. */
export function filled(name: string, sample: unknown, ids: Ids): Json {
  const [family = ""] = name.split("/");
  const number = next++;
  const moments: Readonly<Record<string, string>> = {
    START_AT: `${2091 + number}-01-04T16:00:00Z`,
    END_AT: `${2091 + number}-01-08T10:00:00Z`,
    START_DATE: dayAhead(200 + 4 * number),
    END_DATE: dayAhead(203 + 4 * number),
    BEGINNING_OF_MONTH: dayAhead(0),
    CREATED_AT: "2024-01-01T10:00:00Z",
  };
  const known = new Map(Object.entries({ ...referents, ...referentsOf[family] }));
  const replaced: unknown = JSON.parse(JSON.stringify(sample), (key, value: unknown) => {
    const moment = typeof value === "string" ? moments[value] : undefined;
    if (moment !== undefined) return moment;
    const referent = known.get(key);
    if (referent === undefined || value === null) return value;
    const id = ids.get(referent);
    if (id === undefined) return idsIn(ids, referent);
    if (Array.isArray(value)) return [id];
    return typeof value === "string" ? String(id) : id;
  });
  const body: Json = { ...Object(replaced) };
  const named = elements[name];
  if (named !== undefined) return { [Object.keys(body)[0] ?? ""]: [{ id: idIn(ids, named) }] };
  return typeof body.id === "number" ? { ...body, id: idIn(ids, "bookings") } : body;
}

/** The ids stored under numbered names. */
function idsIn(ids: Ids, name: string): (number | string)[] {
  const found = [1, 2].flatMap((number) => ids.get(`${name} ${number}`) ?? []);
  if (found.length === 0) throw new Error(`Nobody knows ${name}.`);
  return found;
}

/** The smallest valid picture: one black pixel. */
export function aPixel(): string {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from([0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]).toString("base64");
}
