import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { isScope, type Scope, scopes } from "../../src/kernel/scopes.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, listPath } from "../harness/fixture.ts";

/** conventions.md, Reading: a link never says something false. What a token may not know is left out, and never shown as null or []. */
const service = useFilledService();

let fixture: Fixture;
beforeAll(async () => {
  fixture = await filledFixture(service);
  await service.sql("update applications set rate_limit = 100000");
});

const another = (...held: Scope[]): Promise<ApiClient> => service.aClient(fixture.account, { scopes: held });

const lists = routes.filter(
  ({ operation, resource }) => operation.kind === "list" && Object.keys(resource.relations).length > 0,
);

/** The records of a list by their ids. */
async function listed(client: ApiClient, route: (typeof lists)[number]): Promise<Map<unknown, Json>> {
  const query = route.resource.name === "bookings" ? "from=1970-01-01T00:00:00Z&include_canceled=true" : "";
  const answer = await client.get(listPath(route, fixture.ids, query));
  if (answer.status !== 200) return new Map();
  return new Map(recordsOf(answer, route.resource.root).map((record) => [record.id, record]));
}

describe("each link that a token is shown", () => {
  /** Notes among messages reach their writers alone, and nobody else learns that they are there. */
  const concealed = new Set(resources.filter(({ visible }) => visible !== undefined).map(({ name }) => name));

  test.each(Object.keys(scopes).filter(isScope))(
    "with the scope %s is what the account's own token is shown",
    async (scope) => {
      const client = await another(scope);
      for (const route of lists) {
        const whole = await listed(fixture.client, route);
        for (const [id, record] of await listed(client, route)) {
          const truth = linksOf(whole.get(id) ?? {});
          for (const [name, link] of Object.entries(linksOf(record))) {
            const relation = route.resource.relations[name];
            if (relation?.kind === "many" && concealed.has(relation.traits.target)) continue;
            expect(link, `${route.resource.name}.${name}`).toEqual(truth[name]);
          }
        }
      }
    },
  );
});

describe("a payment of a booking that was canceled", () => {
  test("keeps both links, whoever made the booking", async () => {
    const reader = await another("payments_read");
    const booking = await aBooking(fixture.client, await aRental(fixture.client));
    const payments = [{ kind: "cash", amount_in_cents: 100, currency: "EUR", paid_at: "2026-01-20T10:00:00Z" }];
    const paid = recordOf(await fixture.client.post(`/bookings/${booking.id}/payments`, { payments }), "payments");
    const read = async () => linksOf(recordOf(await reader.get(`/payments/${paid.id}`), "payments"));
    const before = await read();
    expect(before).toMatchObject({ bookings: [booking.id], bookings_payments: [expect.any(Number)] });
    await fixture.client.delete(`/bookings/${booking.id}`);
    expect(await read()).toEqual(before);
    const [part] = [before.bookings_payments].flat();
    const share = recordOf(await reader.get(`/bookings_payments/${part}`), "bookings_payments");
    expect(linksOf(share).booking).toBe(booking.id);
    await fixture.client.delete(`/payments/${paid.id}`);
    expect(await read()).toEqual(before);
  });
});

describe("the list of fees of bookings", () => {
  test.each(["public", "rentals_read", "payments_read", "clients_read", "rates_read", "inbox_read"] as const)(
    "is empty for the scope %s",
    async (scope) => {
      const answer = await (await another(scope)).get("/bookings_fees");
      expect([answer.status, recordsOf(answer, "bookings_fees")]).toEqual([200, []]);
    },
  );
});
