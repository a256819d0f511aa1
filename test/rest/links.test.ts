import { beforeAll, describe, expect, test } from "vitest";
import { resources, routes } from "../../src/app/registry.ts";
import { isScope, type Scope, scopes } from "../../src/kernel/access/scopes.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, linksOf } from "../harness/factories.ts";
import { filledFixture, useFilledService } from "../harness/filled.ts";
import { type Fixture, listPath } from "../harness/fixture.ts";

/** Links are never false: the response omits those that a token cannot read, instead of showing null or [] (conventions.md, Reading). */
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

/** A list's records by id. */
async function listed(client: ApiClient, route: (typeof lists)[number]): Promise<Map<unknown, Json>> {
  const query = route.resource.name === "bookings" ? "from=1970-01-01T00:00:00Z&include_canceled=true" : "";
  const answer = await client.get(listPath(route, fixture.ids, query));
  if (answer.status !== 200) return new Map();
  return new Map(recordsOf(answer, route.resource.root).map((record) => [record.id, record]));
}

describe("each link that a token is shown", () => {
  /** Private notes among messages are visible to their authors only. */
  const concealed = new Set(resources.filter(({ visible }) => visible !== undefined).map(({ name }) => name));

  test("is what the account's own token is shown, with any scope", async () => {
    const clients = await Promise.all(
      Object.keys(scopes)
        .filter(isScope)
        .map(async (scope) => [scope, await another(scope)] as const),
    );
    for (const route of lists) {
      const whole = await listed(fixture.client, route);
      for (const [scope, client] of clients)
        for (const [id, record] of await listed(client, route)) {
          const truth = linksOf(whole.get(id) ?? {});
          for (const [name, link] of Object.entries(linksOf(record))) {
            const relation = route.resource.relations[name];
            if (relation?.kind === "many" && concealed.has(relation.traits.target)) continue;
            expect(link, `${scope}: ${route.resource.name}.${name}`).toEqual(truth[name]);
          }
        }
    }
  });
});

describe("a payment of a booking that was canceled", () => {
  test("a canceled booking's payment keeps both links", async () => {
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

/** Mandatory links, read with another application's token: by id, in a list, and in a write's response. */
describe("links that other applications always see", () => {
  const paidInCash = {
    payments: [{ kind: "cash", amount_in_cents: 100, currency: "EUR", paid_at: "2026-01-20T10:00:00Z" }],
  };
  const aStay = async (of: Json = {}): Promise<Json> => aBooking(fixture.client, await aRental(fixture.client), of);
  const aPastStay = () => aStay({ start_at: "2026-01-05T15:00:00Z", end_at: "2026-01-09T10:00:00Z" });

  /** Finds a record in a list that may contain others. */
  const inList = async (client: ApiClient, path: string, root: string, id: unknown): Promise<Json> =>
    recordsOf(await client.get(path), root).find((record) => record.id === id) ??
    expect.fail(`${id} is not in ${path}`);

  test("a payment shows its canceled bookings, by id and in both lists", async () => {
    const reader = await another("payments_read");
    const booking = await aStay();
    const paid = recordOf(await fixture.client.post(`/bookings/${booking.id}/payments`, paidInCash), "payments");
    await fixture.client.delete(`/bookings/${booking.id}`);
    const byId = recordOf(await reader.get(`/payments/${paid.id}`), "payments");
    const listed_ = await inList(reader, "/payments?per_page=100", "payments", paid.id);
    for (const record of [byId, listed_])
      expect(linksOf(record)).toMatchObject({ bookings: [booking.id], bookings_payments: [expect.any(Number)] });
    const [part] = [linksOf(byId).bookings_payments].flat();
    const share = recordOf(await reader.get(`/bookings_payments/${part}`), "bookings_payments");
    const sharedInList = await inList(reader, "/bookings_payments?per_page=100", "bookings_payments", part);
    for (const record of [share, sharedInList])
      expect(linksOf(record)).toMatchObject({ booking: booking.id, payment: paid.id });
  });

  test("a write of a payment or review for a past stay shows the booking", async () => {
    const booking = await aPastStay();
    const payer = await another("payments_write");
    const paid = recordOf(await payer.post(`/bookings/${booking.id}/payments`, paidInCash), "payments");
    expect(linksOf(paid)).toMatchObject({ bookings: [booking.id], bookings_payments: [expect.any(Number)] });
    const reviewer = await another("public", "reviews_write");
    const written = await reviewer.post(`/bookings/${booking.id}/reviews`, {
      reviews: [{ rating: 5, comment: "Quiet." }],
    });
    const review = recordOf(written, "reviews");
    expect(linksOf(review).booking).toBe(booking.id);
    expect(linksOf(recordOf(await reviewer.get(`/reviews/${review.id}`), "reviews")).booking).toBe(booking.id);
    expect(linksOf(await inList(reviewer, "/reviews?per_page=100", "reviews", review.id)).booking).toBe(booking.id);
  });

  test("a conversation shows its bookings and inquiries", async () => {
    const [reader, writer] = [await another("inbox_read"), await another("inbox_write")];
    const asking = { firstname: "Alan", lastname: "Asker", email: "alan@example.com", message: "Is there a cot?" };
    const { id: rental } = await aRental(fixture.client);
    const asked = await fixture.client.post(`/rentals/${rental}/inquiries`, { inquiries: [asking] });
    const { conversation } = linksOf(recordOf(asked, "inquiries"));
    const whole = recordOf(await fixture.client.get(`/inbox/conversations/${conversation}`), "conversations");
    const booking = await aStay();
    const path = `/inbox/conversations/${conversation}`;
    const connected = await writer.put(`${path}/connect_booking`, { bookings: [{ id: booking.id }] });
    expect(linksOf(recordOf(connected, "conversations")).bookings).toContain(booking.id);
    for (const record of [
      recordOf(await reader.get(path), "conversations"),
      await inList(reader, "/inbox/conversations?per_page=100", "conversations", conversation),
    ]) {
      expect(linksOf(record).bookings).toContain(booking.id);
      expect(linksOf(record).inquiries).toEqual(linksOf(whole).inquiries);
    }
    expect(linksOf(whole).inquiries).toHaveLength(1);
    await writer.put(`${path}/disconnect_booking`, { bookings: [{ id: booking.id }] });
  });

  test("a booking with payments of two applications shows both lists whole, or neither", async () => {
    const booking = await aStay();
    const owned = await another("public", "bookings_read", "payments_write");
    for (const client of [fixture.client, owned]) await client.post(`/bookings/${booking.id}/payments`, paidInCash);
    const reader = await another("bookings_read");
    const records = [
      recordOf(await reader.get(`/bookings/${booking.id}`), "bookings"),
      await inList(reader, "/bookings?per_page=100", "bookings", booking.id),
    ];
    for (const record of records) {
      const { payments, bookings_payments: parts } = linksOf(record);
      expect([payments, parts].map((ids) => (ids === undefined ? undefined : [ids].flat().length))).toEqual(
        payments === undefined ? [undefined, undefined] : [2, 2],
      );
    }
  });
});
