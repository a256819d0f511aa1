import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aBookingsTag,
  aComment,
  aGuest,
  aRentalsTag,
  aSource,
  changing,
  created,
  idsOf,
  linksOf,
  read,
} from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, listPath } from "../harness/fixture.ts";
import { fullScopes } from "../harness/service.ts";
import { aPayment } from "../payments/factories.ts";

/**
 * The parts of other bookings that an application with only `_owned` scopes sees, and its changes to related records (conventions.md,
 * Reading). Walks every relation of every resource, including new ones.
 */
const service = useFilledService();

const narrowScopes = [
  ...fullScopes.filter((scope) => scope !== "bookings_read" && scope !== "bookings_write"),
  "bookings_write_owned" as const,
];

let fixture: Fixture;
let portal: ApiClient;
let past: Json;
let canceled: Json;
let canceledPast: Json;
let own: Json;

beforeAll(async () => {
  fixture = await filledFixture(service);
  const { client, ids, account } = fixture;
  portal = await service.aClient(account, { scopes: narrowScopes });
  // The walk sends more requests than an hour has by default.
  await service.sql("update applications set rate_limit = 100000");
  const rental = { id: idIn(ids, "rentals") };
  const parts = {
    source_id: idIn(ids, "sources"),
    client_id: idIn(ids, "clients"),
    bookings_tag_ids: [idIn(ids, "bookings_tags")],
    bookings_fees: [{ name: "Firewood", kind: "other", price: "4" }],
    bookings_taxes: [{ amount: "3", tax_id: idIn(ids, "taxes") }],
  };
  const stay = (start_at: string, end_at: string) => ({ ...parts, start_at, end_at });
  past = await aBooking(client, rental, stay("2020-01-01", "2020-01-05"));
  canceled = await aBooking(client, rental, stay("2091-01-01", "2091-01-05"));
  canceledPast = await aBooking(client, rental, stay("2020-02-01", "2020-02-05"));
  for (const booking of [past, canceled, canceledPast]) {
    await aComment(client, booking);
    await aPayment(client, booking);
    await service.sql(
      "insert into discount_code_usages (account_id, discount_code_id, booking_id, currency, amount_in_cents) values ($1, $2, $3, 'EUR', 1)",
      [account, idIn(ids, "discount_codes"), booking.id],
    );
  }
  await service.sql(
    `insert into invoices (account_id, booking_id, kind, year, position, number, issued_on, locale, currency, net_amount, tax_amount,
       total_amount, document, pdf)
     select account_id, $3, kind, year, position + 1000, number || '-2', issued_on, locale, currency, net_amount, tax_amount, total_amount,
       document, pdf from invoices where account_id = $1 and id = $2`,
    [account, idIn(ids, "invoices"), canceled.id],
  );
  await service.sql(
    `with form as (insert into guest_forms (account_id, booking_id) values ($1, $2)),
     agreement as (insert into rental_agreements (account_id, booking_id, body) values ($1, $2, '{"en": "Quiet."}') returning id)
     insert into agreement_signatures (account_id, booking_id, rental_agreement_id, name, locale, digest, signed_at)
     select $1, $2, id, 'Ada', 'en', sha256('Quiet.'), now() from agreement`,
    [account, canceled.id],
  );
  await service.sql(
    `insert into proposals (account_id, agent_prefix, action, booking_id, method, path, outcome, seal, expires_at)
     values ($1, 'mcp_Abc1', 'cancel', $2, 'POST', $3, '\\x00', '\\x01', now())`,
    [account, canceled.id, `/bookings/${canceled.id}/cancel`],
  );
  // A task that was done stays when its booking is canceled.
  const task = await created(client, "/tasks", "tasks", { booking_id: canceled.id });
  await client.post(`/tasks/${task.id}/report`, { tasks: [{ done: true }] });
  const ofInquiry = recordOf(await client.post(`/inquiries/${idIn(fixture.ids, "inquiries")}/book`), "bookings");
  await client.put(`/inbox/conversations/${idIn(ids, "conversations")}/connect_booking`, {
    bookings: [{ id: canceled.id }],
  });
  for (const { id } of [canceled, canceledPast, ofInquiry]) await client.delete(`/bookings/${id}`);
  const { bookings_tag_ids: _, ...others } = parts;
  own = await aBooking(portal, rental, { ...others, start_at: "2092-01-01", end_at: "2092-01-05" });
  await aComment(portal, own);
});

const lists = routes.filter(
  ({ operation, resource }) => operation.kind === "list" && Object.keys(resource.relations).length > 0,
);
const listed = lists.map(({ resource }) => resource);
const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** Only staff see these, even of their own application's bookings. */
const staffOnly: readonly string[] = ["bookings_tags", "cleaning_links", "guest_forms", "agreement_signatures"];

/** A relation's target resources. */
function targetsOf(resource: Resource, name: string): Resource[] {
  const relation = resource.relations[name];
  if (!relation) return [];
  const names = relation.kind === "oneOf" ? Object.values(relation.targets) : [relation.traits.target];
  return names.flatMap((target) => byName.get(target) ?? []);
}

/** The ids of all records of a resource that the token can list. */
async function listable(client: ApiClient, resource: Resource): Promise<Set<unknown>> {
  return new Set(idsOf(recordsOf(await client.get(listOf(resource)), resource.root)));
}

/** A resource's list with its required parameters. */
function listOf(resource: Resource, query = ""): string {
  const route = lists.find((list) => list.resource === resource);
  if (!route) return `/${resource.path}`;
  const always = resource.name === "bookings" ? "from=1970-01-01T00:00:00Z" : "";
  return listPath(route, fixture.ids, [query, always].filter((part) => part !== "").join("&"));
}

/** Each link to and embedded record of an owned resource, at any depth. */
function* owned(resource: Resource, record: Json): Generator<{ where: string; target: Resource; id: unknown }> {
  for (const name of Object.keys(resource.relations)) {
    for (const target of targetsOf(resource, name)) {
      const where = `${resource.name}.${name}`;
      const linked = Object(record.links)[name];
      const embedded: Json[] = [Object(record[name] ?? [])].flat();
      if (target.ownership) {
        for (const id of [linked ?? [], idsOf(embedded)].flat()) yield { where, target, id };
      }
      for (const inner of embedded) yield* owned(target, inner);
    }
  }
}

/** The includes to request: every relation, and every relation of those. */
function pathsOf(resource: Resource): string[] {
  const includes = Object.keys(resource.relations).flatMap((name) => {
    const deeper = targetsOf(resource, name).flatMap((target) => Object.keys(target.relations));
    return [name, ...deeper.map((second) => `${name}.${second}`)];
  });
  const leading = [...new Set(includes)].filter((include) => leadsToOwned(resource, include));
  return ["", ...leading].map((include) => listOf(resource, include && `include=${include}`));
}

/** Whether an embedded resource has owners or links to one that has. */
function leadsToOwned(resource: Resource, include: string): boolean {
  let reached = [resource];
  for (const name of include.split(".")) reached = reached.flatMap((from) => targetsOf(from, name));
  const linked = reached.flatMap((from) => Object.keys(from.relations).flatMap((name) => targetsOf(from, name)));
  return [...reached, ...linked].some(({ ownership }) => ownership);
}

describe("bookings_write_owned, with every other scope beside it,", () => {
  test.each(listed.map((resource) => [resource.name, resource] as const))(
    "reads in the links and includes of %s only what it could list itself",
    async (_, resource) => {
      const seen = new Map<Resource, Set<unknown>>();
      for (const path of pathsOf(resource)) {
        const answer = await portal.get(path);
        if (staffOnly.includes(resource.name)) expect(answer.status, path).toBe(403);
        else expect(answer.status, path).toBe(200);
        if (answer.status === 403) continue;
        for (const record of recordsOf(answer, resource.root)) {
          for (const { where, target, id } of owned(resource, record)) {
            const known = seen.get(target) ?? (await listable(portal, target));
            seen.set(target, known);
            expect(known, `${path}: ${where}`).toContain(id);
          }
        }
      }
    },
  );

  test("is tested with links that other scopes see and it does not", async () => {
    const hidden = new Set<string>();
    for (const resource of listed) {
      for (const record of recordsOf(await fixture.client.get(listOf(resource)), resource.root)) {
        for (const { where, target, id } of owned(resource, record)) {
          if (!(await listable(portal, target)).has(id)) hidden.add(where);
        }
      }
    }
    // Policies and agreements are visible to all, and the token reads all inquiries, payments and reviews.
    const shownToAll = [
      "conversations.inquiries",
      "host_reviews.reply",
      "rentals.host_reviews",
      "rentals.reviews",
      "review_replies.guest_review",
      "review_replies.host_review",
      "reviews.reply",
      "rentals.rental_agreement",
      "rentals.rental_cancelation_policy",
      "bookings.inquiry",
      "scheduled_actions.inquiry",
      "bookings_payments.payment",
    ];
    const relations = listed.flatMap((resource) =>
      Object.keys(resource.relations)
        .filter((name) => targetsOf(resource, name).some(({ ownership }) => ownership))
        .map((name) => `${resource.name}.${name}`)
        .filter((where) => !shownToAll.includes(where)),
    );
    expect(relations.length).toBeGreaterThan(9);
    expect([...hidden].sort()).toEqual(relations.sort());
  });

  test("reads no bookings of a source that others also use", async () => {
    const id = idIn(fixture.ids, "sources");
    const all = linksOf(await read(fixture.client, "sources", id)).bookings;
    expect(all).toEqual(expect.arrayContaining([idIn(fixture.ids, "bookings"), past.id, own.id]));
    const record = recordOf(await portal.get(`/sources/${id}?include=bookings`), "sources");
    expect(record).not.toHaveProperty("bookings");
    expect(record.links).not.toHaveProperty("bookings");
  });

  test("receives deletion events only for records it has seen", async () => {
    const since = "updated_since=2020-01-01T00:00:00Z";
    const told = Object((await portal.get(`/bookings?${since}`)).json.meta).deleted_ids;
    expect(told).toContain(canceled.id);
    expect(told).not.toContain(canceledPast.id);
    expect(Object((await fixture.client.get(`/bookings?${since}`)).json.meta).deleted_ids).toContain(canceledPast.id);
    for (const path of ["bookings_fees", "bookings_taxes", "booking_comments"]) {
      expect(Object((await portal.get(`/${path}?${since}`)).json.meta).deleted_ids, path).toEqual([]);
    }
  });
});

describe("a source, tag or client", () => {
  const cases = [
    ["sources", aSource, { name: "Renamed" }],
    ["clients", aGuest, { fullname: "Renamed" }],
    ["rentals_tags", aRentalsTag, { name_en: "Renamed" }],
  ] as const;

  test.each(cases)(
    "%s: is changed by bookings_write_owned where its application created it, and not else",
    async (root, make, change) => {
      const made = await make(portal);
      expect((await portal.put(`/${root}/${made.id}`, { [root]: [change] })).status).toBe(200);
      const before = await read(fixture.client, root, idIn(fixture.ids, root));
      for (const method of ["PUT", "PATCH"]) {
        const answer = await portal.send(method, `/${root}/${before.id}`, { [root]: [change] });
        expect([answer.status, errorsOf(answer)]).toEqual([
          403,
          [{ code: "forbidden", details: expect.stringContaining("Another application created this record.") }],
        ]);
      }
      expect(await read(fixture.client, root, before.id)).toEqual(before);
    },
  );

  test.each([...cases, ["bookings_tags", aBookingsTag, { name_en: "Renamed" }] as const])(
    "%s: is changed by who may change all bookings, whoever created it",
    async (root, make, change) => {
      const maker = root === "bookings_tags" ? fixture.client : portal;
      const made = await make(maker, root === "sources" ? { name: "Channel Y" } : {});
      const changed = root === "sources" ? { position: 3 } : change;
      const both = await service.aClient(fixture.account, { scopes: [...fullScopes, "bookings_write_owned"] });
      for (const client of [fixture.client, both])
        expect((await client.put(`/${root}/${made.id}`, { [root]: [changed] })).status).toBe(200);
    },
  );

  test("the client that a strict booking creates for its guest belongs to the application", async () => {
    const [rental] = [idIn(fixture.ids, "rentals")];
    const answer = await portal.post("/strict_bookings", {
      bookings: [
        {
          rental_id: rental,
          start_at: "2101-06-01",
          end_at: "2101-06-02",
          adults: 2,
          final_price: "600.0",
          price_to_pay_now: "0.0",
          currency: "EUR",
          client: { firstname: "Ada", lastname: "Guest" },
        },
      ],
    });
    expect(answer.status, answer.text).toBe(201);
    const [booking] = recordsOf(answer, "bookings");
    const { client } = linksOf(booking ?? {});
    expect((await portal.put(`/clients/${client}`, { clients: [{ notes: "late" }] })).status).toBe(200);
    expect((await changing(portal, booking ?? {}, { notes: "late" })).status).toBe(200);
  });

  test("a name that another application uses is refused as taken, and its record stays unchanged", async () => {
    const theirs = await created(fixture.client, "/sources", "sources", { name: "Channel Z" });
    const answer = await portal.post("/sources", { sources: [{ name: "channel z" }] });
    expect([answer.status, errorsOf(answer)]).toEqual([422, { name: ["has already been taken"] }]);
    expect(await read(fixture.client, "sources", theirs.id)).toEqual(theirs);
  });
});
