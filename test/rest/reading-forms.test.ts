import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../src/app/registry.ts";
import { errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, idIn, idInPath, listPath, pathOf } from "../harness/fixture.ts";

/** Properties that all read responses share (conventions.md, Envelope). */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 100000");
});

const lists = routes
  .filter(({ operation }) => operation.kind === "list")
  .map((route) => [`${route.method} ${route.path}`, route] as const);

test.each(lists)("%s answers compact JSON", async (_, route) => {
  const { text } = await fixture.client.get(listPath(route, fixture.ids, ""));
  expect(text).toBe(JSON.stringify(JSON.parse(text)));
});

const reads = routes
  .filter(({ operation }) => operation.kind !== "write")
  .map((route) => [`${route.method} ${route.path}`, route] as const);

test.each(reads)("%s refuses an unknown parameter", async (_, route) => {
  const { client, ids } = fixture;
  const path = pathOf(route, (name) => idInPath(ids, route, name));
  const answer = await client.send(route.method, `${path}?pgae=1`, route.method === "POST" ? {} : undefined);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("Unknown parameter pgae. ")]);
});

const singles = routes
  .filter(({ method, path, resource }) => method === "GET" && path === `/${resource.path}/:${resource.singular}_id`)
  .map(({ resource }) => [resource.name, resource] as const);

describe("a path that names several records", () => {
  test.each(singles)("several ids of %s leave out invalid ones; a single invalid id is 404", async (name, resource) => {
    const id = name === "applications" ? fixture.client.application : idIn(fixture.ids, name);
    const records = async (ids: string) => {
      const answer = await fixture.client.get(`/${resource.path}/${ids}`);
      expect(answer.status, answer.text).toBe(200);
      return recordsOf(answer, resource.root).map((record) => record.id);
    };
    for (const ids of [`${id},abc`, `${id},`, `,${id}`]) expect(await records(ids)).toEqual([id]);
    for (const ids of ["abc,def", ","]) expect(await records(ids)).toEqual([]);
    expect((await fixture.client.get(`/${resource.path}/abc`)).status).toBe(404);
  });
});

test("a list of payments includes canceled ones on request", async () => {
  const { client } = fixture;
  const booking = await aBooking(client, await aRental(client));
  const payments = [{ kind: "cash", amount_in_cents: 100, currency: "EUR", paid_at: "2026-01-20T10:00:00Z" }];
  const { id } = recordOf(await client.post(`/bookings/${booking.id}/payments`, { payments }), "payments");
  await client.delete(`/payments/${id}`);
  const has = async (query: string) =>
    recordsOf(await client.get(`/payments?per_page=100${query}`), "payments").some((payment) => payment.id === id);
  expect(await has("&include_canceled=true")).toBe(true);
  expect(await has("&include_canceled=false")).toBe(false);
  expect(await has("")).toBe(false);
});

test("a comma list of ids works as a search parameter, not in a body", async () => {
  const { client } = fixture;
  const { id } = await aRental(client);
  const refused = await client.post("/cleaning_links", { cleaning_links: [{ name: "Team", rental_ids: `${id},1` }] });
  expect([refused.status, errorsOf(refused)]).toEqual([422, { rental_ids: ["must be an array of ids"] }]);
  expect((await client.get(`/bookings?rental_id=${id},1`)).status).toBe(200);
});

describe("of a guest's e-mail addresses, the first is the default", () => {
  const emails = [
    { email: "a@example.com", label: "home" },
    { email: "b@example.com", label: "work" },
  ];
  const aGuestWithTwo = async () => {
    const { id } = await aGuest(fixture.client);
    return recordOf(await fixture.client.put(`/clients/${id}`, { clients: [{ emails }] }), "clients");
  };
  const shown = ({ emails: of }: Record<string, unknown>) =>
    [of].flat().map((each) => [Object(each).email, Object(each).primary]);

  test("the first address is the default, whatever a write says", async () => {
    const guest = await aGuestWithTwo();
    const [a, b] = [guest.emails].flat();
    const put = async (list: readonly unknown[]) =>
      shown(recordOf(await fixture.client.put(`/clients/${guest.id}`, { clients: [{ emails: list }] }), "clients"));
    expect(await put([b, a])).toEqual([
      ["b@example.com", true],
      ["a@example.com", false],
    ]);
    expect(
      await put([
        { ...Object(a), primary: true },
        { ...Object(b), primary: true },
      ]),
    ).toEqual([
      ["a@example.com", true],
      ["b@example.com", false],
    ]);
    expect(await put([b])).toEqual([["b@example.com", true]]);
  });

  test("the first address is the default for rows of an earlier release", async () => {
    const guest = await aGuestWithTwo();
    const stored = [guest.emails].flat().map((each) => ({ ...Object(each), primary: Object(each).label === "work" }));
    await service.sql("update clients set emails = $2::json where id = $1", [guest.id, JSON.stringify(stored)]);
    const before = await read(fixture.client, "clients", guest.id);
    expect(before.emails).toEqual(guest.emails);
    await fixture.client.put(`/clients/${guest.id}`, { clients: [{ emails: before.emails }] });
    expect((await read(fixture.client, "clients", guest.id)).emails).toEqual(before.emails);
  });
});
