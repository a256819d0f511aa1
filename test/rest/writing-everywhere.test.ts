import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import type { Attribute } from "../../src/kernel/attribute.ts";
import { type Resource, writtenRelations } from "../../src/kernel/resource.ts";
import type { Route } from "../../src/kernel/route.ts";
import { type Answer, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, idInPath, isCreation, makeRoom, onlyOnce, pathOf, sampleOf } from "../harness/fixture.ts";

/** Checks the rules of conventions.md, Writing, on every writable resource. */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  // The tests write every resource many times.
  await service.sql("update applications set rate_limit = 100000 where id = $1", [fixture.client.application]);
});

/**
 * A new record's required attributes, from the reference or else conventions.md. Those after the bar depend on the sample's own
 * values, such as a rates rule's kind.
 */
const needed: Readonly<Record<string, string>> = {
  rentals: "name",
  bedrooms: "name",
  bathrooms: "name",
  living_rooms: "",
  rentals_amenities: "amenity_id",
  contacts: "firstname lastname email address1 city zip country_code spoken_languages",
  rental_contacts: "kind contact_id",
  rental_urls: "url",
  photos: " | photo",
  rentals_contents_overrides: "application_id rental_id",
  rentals_tags: "name color",
  bookings_tags: "name color",
  clients: "",
  sources: "name",
  fees: "name kind rate rate_kind downpayment_percentage",
  rentals_fees: "fee_id",
  bookings: "start_at end_at",
  strict_bookings: "rental_id start_at end_at final_price price_to_pay_now currency client | adults",
  rates_tables: "name",
  seasons: "name ratio_percentage minimum_stay",
  periods: "start_date end_date",
  rates_rules: "kind | percentage variables season_ids",
  special_offers: "name discount start_date end_date",
  rate_overrides: "start_date end_date | rate",
  taxes: "name kind percentage start_date",
  rentals_taxes: "tax_id tax_included_in_rate",
  fees_taxes: "tax_id tax_included_in_rate",
  applications_periods_rentals: "application_id rental_id price_increase start_date end_date",
  discount_codes: "discount_code | percentage",
  booking_comments: "booking_id content",
  rental_link_groups: "rental_ids",
  rental_cancelation_policies: "",
  rental_agreements: "body",
  portal_settings: "",
  inquiries: "firstname lastname email",
  attachments: " | file",
  hosts: "firstname lastname",
  conversations: "",
  participants: "conversation_id member_id member_type",
  messages: "conversation_id sender_id content origin visibility sent_at",
  message_templates: "name body",
  automations: "trigger effect | message_template_id",
  reviews: "comment",
  host_reviews: "comment",
  payments: "amount_in_cents currency kind | paid_at",
  invoices: " | kind amount buyer",
  calendar_feeds: "rental_id kind name",
  webhook_endpoints: "url",
  cleaning_links: "name rental_ids",
  tasks: " | booking_id",
  task_photos: "photo",
  booking_sites: "address",
  exports: "",
  payment_gateways: "name gateway_name credentials supported_cardtypes supported_currencies",
};

const creations = routes.filter(isCreation).map((route) => [route.resource.name, route] as const);
const updates = routes
  .filter(({ method, path, resource }) => method === "PUT" && path === `/${resource.path}/:${resource.singular}_id`)
  .map((route) => [route.resource.name, route] as const);

function need(resource: Resource): { required: string[]; conditional: string[] } {
  const list = needed[resource.name];
  if (list === undefined) throw new Error(`This test has no values for new ${resource.name}: add them.`);
  const [required = [], conditional = []] = list.split("|").map((names) => names.split(" ").filter(Boolean));
  return { required, conditional };
}

/** The attribute's name in the sample, which suffixes translated attributes with a locale. */
const inSample = (sample: Json, name: string): string => (name in sample ? name : `${name}_en`);

const creating = ({ path, ...route }: Route, attributes: Json): Promise<Answer> =>
  fixture.client.post(
    pathOf({ path, ...route }, (name) => idInPath(fixture.ids, { path, ...route }, name)),
    { [route.resource.root]: [attributes] },
  );

/** The record's id. An application updates itself. */
const idOf = ({ name }: Resource) => (name === "applications" ? fixture.client.application : idIn(fixture.ids, name));

const changing = ({ resource }: Route, attributes: Json): Promise<Answer> =>
  fixture.client.put(`/${resource.path}/${idOf(resource)}`, { [resource.root]: [attributes] });

const reading = async ({ resource }: Route): Promise<Json> =>
  recordOf(await fixture.client.get(`/${resource.path}/${idOf(resource)}`), resource.root);

const blank = [expect.stringMatching(/^can't be blank/)];

describe("required attributes", () => {
  test.each(creations)("new %s are refused without a required attribute or with a blank", async (_, route) => {
    for (const name of need(route.resource).required) {
      const sample = sampleOf(route.resource, fixture.ids);
      const key = inSample(sample, name);
      for (const value of [undefined, null, ""]) {
        const answer = await creating(route, { ...sample, [key]: value });
        expect([answer.status, errorsOf(answer)], `${name}: ${JSON.stringify(value)}`).toEqual([
          422,
          { [name]: blank },
        ]);
      }
    }
  });

  test.each(creations)("new %s need only the required attributes", async (_, route) => {
    const { required, conditional } = need(route.resource);
    const sample = sampleOf(route.resource, fixture.ids);
    const keys = [...required, ...conditional].map((name) => inSample(sample, name));
    const alone = {
      ...Object.fromEntries(keys.map((key) => [key, sample[key]])),
      ...unlikeTheFixtures(route.resource),
    };
    await makeRoom(fixture.client, route);
    const answer = await creating(route, alone);
    expect(answer.status, answer.text).toBe(201);
    const made = Number(recordOf(answer, route.resource.root).id);
    if (onlyOnce.has(route.resource.name))
      fixture = { ...fixture, ids: new Map([...fixture.ids, [route.resource.name, made]]) };
  });

  test.each(updates.filter(([name]) => name in needed))("%s cannot lose a required attribute", async (_, route) => {
    const before = await reading(route);
    for (const name of need(route.resource).required) {
      if (isOnlyForCreation(route.resource, name)) continue;
      const answer = await changing(route, { [name]: null });
      expect([answer.status, errorsOf(answer)], name).toEqual([422, { [name]: blank }]);
    }
    expect(await reading(route)).toEqual(before);
  });
});

/** Attributes that keep a new record from conflicting with the fixture's. */
function unlikeTheFixtures({ name }: Resource): Json {
  if (name === "bookings") return { start_at: "2095-01-04", end_at: "2095-01-05" };
  if (name === "participants") return { member_type: "Client", member_id: idIn(fixture.ids, "clients") };
  if (name === "sources") return { name: "Another website" };
  if (name === "rentals_contents_overrides") return { rental_id: idIn(fixture.ids, "a linked rental") };
  if (name === "rentals_taxes" || name === "fees_taxes") return { tax_id: idIn(taxed(), name) };
  if (name === "rentals_amenities") return { amenity_id: idIn(taxed(), name) };
  return {};
}

let additional: ReadonlyMap<string, number>;
const taxed = () => additional;
beforeAll(async () => {
  const tax = async () => {
    const attributes = sampleOf(resourceNamed("taxes"), fixture.ids);
    return Number(recordOf(await fixture.client.post("/taxes", { taxes: [attributes] }), "taxes").id);
  };
  const [amenity] = await service.sql(
    "insert into amenities (key, title) values ('sauna', '{}') returning id::integer",
  );
  additional = new Map([
    ["rentals_taxes", await tax()],
    ["fees_taxes", await tax()],
    ["rentals_amenities", Number(amenity?.id)],
  ]);
});

function resourceNamed(wanted: string): Resource {
  const found = routes.find(({ resource }) => resource.name === wanted);
  if (!found) throw new Error(`There are no ${wanted}.`);
  return found.resource;
}

const isOnlyForCreation = (resource: Resource, name: string): boolean => {
  const attribute = attributeOf(resource, name);
  return attribute?.traits.onlyOnCreation === true;
};

function attributeOf(resource: Resource, name: string): Attribute<unknown> | undefined {
  const relation = writtenRelations(resource).find((written) => written.name === name);
  return resource.attributes[name] ?? relation?.relation.written?.attribute;
}

describe("names in an update", () => {
  /** Nested lists. An update writes or refuses them, and never ignores them (bookings-parts.test.ts). */
  const nested = [
    "tax_rules",
    "bookings_fees",
    "bookings_taxes",
    "booking_comments",
    "rental_cancelation_policy_items",
  ];

  test.each(updates)("an update of %s ignores read-only attributes", async (_, route) => {
    const { attributes, relations } = route.resource;
    const before = await reading(route);
    const readOnly = Object.entries(attributes).flatMap(([name, { traits }]) => (traits.writable ? [] : [name]));
    // A booking's update corrects its guest.
    const written = route.resource.name === "bookings" ? [...nested, "client"] : nested;
    const names = [...readOnly, "links", ...Object.keys(relations).filter((name) => !written.includes(name))];
    const writable = names.filter((name) => writtenRelations(route.resource).some((written) => written.name === name));
    expect(writable).toEqual([]);
    for (const junk of ["junk", -1, null, [{}], { en: 1 }]) {
      const answer = await changing(route, Object.fromEntries(names.map((name) => [name, junk])));
      expect([answer.status, answer.text], JSON.stringify(junk)).toEqual([200, expect.any(String)]);
    }
    const { updated_at: _at, ...kept } = before;
    expect(await reading(route)).toMatchObject(kept);
  });

  test.each(updates)("an update of %s refuses unknown attributes", async (name, route) => {
    const before = await reading(route);
    const answer = await changing(route, { flavour: "sweet", flavour_en: "sweet", __proto__x: 1 });
    const message = [`is not an attribute of ${name}`];
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { flavour: message, flavour_en: message, __proto__x: message },
    ]);
    expect(await reading(route)).toEqual(before);
  });
});

describe("translated attributes", () => {
  const translated = updates.flatMap(([name, route]) =>
    Object.entries(route.resource.attributes)
      .filter(([, attribute]) => attribute.translated && attribute.traits.writable)
      .map(([attribute]) => [name, attribute, route] as const),
  );

  test.each(translated)("of %s: %s is written by locale, as a text, and as an object", async (_, name, route) => {
    const text = name === "website_url" ? "https://example.com/" : "Texte ";
    const isShownInOneLocale = attributeOf(route.resource, name)?.type.title !== "Object";
    const shown = async () => (await reading(route))[isShownInOneLocale ? `${name}_translations` : name];
    const write = async (attributes: Json) => {
      const answer = await changing(route, attributes);
      expect(answer.status, answer.text).toBe(200);
    };
    await write({ [`${name}_fr`]: `${text}1` });
    await write({ [name]: `${text}2` });
    expect(await shown()).toEqual({ en: `${text}2`, fr: `${text}1` });
    await write({ [name]: { de: `${text}3`, fr: null } });
    expect(await shown()).toEqual({ en: `${text}2`, de: `${text}3` });
    const answer = await changing(route, { [name]: { xx: text } });
    expect(errorsOf(answer)).toEqual({ [name]: ["has an unknown locale: xx"] });
  });
});

describe("blank texts", () => {
  const blanks = ["", " ", "\u00a0", " \t\n"];
  const isText = ({ type, translated }: Attribute<unknown>) =>
    translated || type.title === "String" || type.title === "Text";
  const texts = ({ attributes }: Resource) =>
    Object.entries(attributes).filter(([, attribute]) => isText(attribute) && attribute.traits.writable);

  /** Texts are read by the same code everywhere, so each is tried with one of the blanks in turn. */
  const blankTexts = (resource: Resource): [name: string, blank: string, Attribute<unknown>][] =>
    texts(resource).map(([name, attribute], nth) => [
      name,
      blanks[(nth + resource.name.length) % blanks.length] ?? "",
      attribute,
    ]);

  test.each(creations)("blank texts of new %s become null or are refused", async (_, route) => {
    for (const [name, value] of blankTexts(route.resource)) {
      await makeRoom(fixture.client, route);
      const sample = sampleOf(route.resource, fixture.ids);
      const { [name]: _left, ...rest } = sample;
      const answer = await creating(route, { ...rest, ...unlikeTheFixtures(route.resource), [name]: value });
      expect([201, 422], `${name}: ${JSON.stringify(value)} ${answer.text}`).toContain(answer.status);
      if (answer.status === 422) continue;
      const made = recordOf(answer, route.resource.root);
      if (onlyOnce.has(route.resource.name))
        fixture = { ...fixture, ids: new Map([...fixture.ids, [route.resource.name, Number(made.id)]]) };
      expect(blanks, name).not.toContain(made[name]);
      if (!onlyOnce.has(route.resource.name)) await end(route.resource, made.id);
    }
  });

  /** Deletes or cancels a test's record, so that the next one does not conflict with it. */
  async function end(resource: Resource, id: unknown): Promise<void> {
    const ending = routes.find((route) => route.method === "DELETE" && route.resource === resource);
    if (ending) await fixture.client.delete(ending.path.replace(/:\w+$/, String(id)));
  }

  test.each(updates)("blank texts in an update of %s become null or are refused", async (_, route) => {
    for (const [name, value, attribute] of blankTexts(route.resource)) {
      const answer = await changing(route, { [name]: value });
      expect([200, 422], `${name}: ${JSON.stringify(value)} ${answer.text}`).toContain(answer.status);
      if (answer.status === 422)
        expect(errorsOf(answer), name).toMatchObject({ [name]: [expect.stringMatching(/blank|null/)] });
      else if (!attribute.translated) expect(blanks, name).not.toContain((await reading(route))[name]);
    }
  });
});
