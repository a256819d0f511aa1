import { describe, expect, test } from "vitest";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, idsOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aPayment, cash } from "../payments/factories.ts";

const service = useSharedService();

interface Calendar {
  readonly client: ApiClient;
  /** Returns the ids of the matching bookings. */
  readonly finds: (query?: string) => Promise<unknown>;
  readonly past: unknown;
  readonly winter: unknown;
  readonly spring: unknown;
  readonly hold: unknown;
  readonly blocked: unknown;
  readonly canceled: unknown;
  readonly rentals: readonly Json[];
  readonly guest: Json;
}

/** Two rentals with one past stay, two future stays, a hold, a blocked period and a canceled stay. */
async function aCalendar(): Promise<Calendar> {
  const client = await service.aClient(await service.anAccount());
  const [sea, hill] = [await aRental(client), await aRental(client)];
  const guest = await aGuest(client);
  const stay = async (rental: Json, start_at: string, end_at: string, more: Json = {}) =>
    (await aBooking(client, rental, { start_at: `${start_at}T16:00:00Z`, end_at: `${end_at}T10:00:00Z`, ...more })).id;
  const past = await stay(sea, "2020-05-01", "2020-05-08");
  const winter = await stay(sea, "2090-01-04", "2090-01-08", { client_id: guest.id });
  const spring = await stay(hill, "2090-04-10", "2090-04-20");
  const hold = await stay(sea, "2090-02-01", "2090-02-05", { tentative_expires_at: "2089-12-31T00:00:00Z" });
  const blocked = await stay(hill, "2090-03-01", "2090-03-05", { unavailable: true, client_id: guest.id });
  const canceled = await stay(hill, "2090-01-04", "2090-01-08");
  await client.delete(`/bookings/${canceled}`);
  return {
    client,
    past,
    winter,
    spring,
    hold,
    blocked,
    canceled,
    rentals: [sea, hill],
    guest,
    async finds(query = "") {
      return idsOf(recordsOf(await client.get(`/bookings${query}`), "bookings"));
    },
  };
}

describe("the list of bookings", () => {
  test("lists future bookings that are not canceled, by ascending id", async () => {
    const { finds, winter, spring, hold, blocked } = await aCalendar();
    expect(await finds()).toEqual([winter, spring, hold, blocked]);
  });

  test("lists a current stay", async () => {
    const client = await service.aClient(await service.anAccount());
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const stay = await aBooking(client, await aRental(client), { start_at: day(-2), end_at: day(1) });
    expect(idsOf(recordsOf(await client.get("/bookings"), "bookings"))).toEqual([stay.id]);
  });

  test("from: bookings that end after that time", async () => {
    const { finds, past, winter, spring, hold, blocked } = await aCalendar();
    expect(await finds("?from=2020-05-08T09:59:59Z")).toEqual([past, winter, spring, hold, blocked]);
    expect(await finds("?from=2020-05-08T10:00:00Z")).toEqual([winter, spring, hold, blocked]);
    expect(await finds("?from=2090-03-01T00:00:00Z")).toEqual([spring, blocked]);
    expect(await finds("?from=2090-03-05T12:00:00%2B02:00")).toEqual([spring]);
  });

  test("until: bookings that start before that time", async () => {
    const { finds, past, winter, hold } = await aCalendar();
    expect(await finds("?until=2090-02-01T16:00:01Z")).toEqual([winter, hold]);
    expect(await finds("?until=2090-02-01T16:00:00Z")).toEqual([winter]);
    expect(await finds("?from=2020-01-01T00:00:00Z&until=2021-01-01T00:00:00Z")).toEqual([past]);
  });

  test("months: bookings that start within that many months of from, or of now", async () => {
    const { finds, past, winter, hold, blocked } = await aCalendar();
    expect(await finds("?from=2090-01-01T00:00:00Z&months=1")).toEqual([winter]);
    expect(await finds("?from=2090-01-01T00:00:00Z&months=2")).toEqual([winter, hold]);
    expect(await finds("?from=2090-01-01T00:00:00Z&months=3")).toEqual([winter, hold, blocked]);
    expect(await finds("?from=2020-01-01T00:00:00Z&months=12")).toEqual([past]);
    expect(await finds("?months=12")).toEqual([]);
    expect(await finds("?months=1200")).toHaveLength(4);
  });

  test.each<[string, (calendar: Calendar) => unknown[]]>([
    ["booked", ({ winter, spring }) => [winter, spring]],
    ["tentative", ({ hold }) => [hold]],
    ["unavailable", ({ blocked }) => [blocked]],
    ["booked,unavailable", ({ winter, spring, blocked }) => [winter, spring, blocked]],
    ["Tentative, UNAVAILABLE", ({ hold, blocked }) => [hold, blocked]],
  ])("status: %s", async (status, expected) => {
    const calendar = await aCalendar();
    expect(await calendar.finds(`?status=${encodeURIComponent(status)}`)).toEqual(expected(calendar));
  });

  test("include_canceled: includes canceled bookings", async () => {
    const { finds, winter, spring, hold, blocked, canceled } = await aCalendar();
    expect(await finds("?include_canceled=true")).toEqual([winter, spring, hold, blocked, canceled]);
    expect(await finds("?include_canceled=false")).toEqual([winter, spring, hold, blocked]);
  });

  test.each([["bookings_read"], ["bookings_write"]] as const)("include_canceled works for %s", async (scope) => {
    const { client, canceled } = await aCalendar();
    const reader = await service.aClient(client.account, { scopes: [scope] });
    expect(idsOf(recordsOf(await reader.get("/bookings?include_canceled=true"), "bookings"))).toContain(canceled);
  });

  test.each([["public"], ["bookings_write_owned"]] as const)("include_canceled is refused for %s", async (scope) => {
    const { client } = await aCalendar();
    const reader = await service.aClient(client.account, { scopes: [scope] });
    const answer = await reader.get("/bookings?include_canceled=true");
    const details = "The parameter include_canceled needs one of these scopes: bookings_read, bookings_write.";
    expect([answer.status, errorsOf(answer)]).toEqual([403, [{ code: "forbidden", details }]]);
  });

  test("rental_id and client_id: bookings of any id in a comma list", async () => {
    const { finds, winter, spring, hold, blocked, rentals, guest } = await aCalendar();
    const [sea, hill] = idsOf(rentals);
    expect(await finds(`?rental_id=${sea}`)).toEqual([winter, hold]);
    expect(await finds(`?rental_id=${hill},${sea}`)).toEqual([winter, spring, hold, blocked]);
    expect(await finds(`?rental_id=${hill}, 999999`)).toEqual([spring, blocked]);
    expect(await finds("?rental_id=999999")).toEqual([]);
    expect(await finds(`?client_id=${guest.id}`)).toEqual([winter, blocked]);
    expect(await finds(`?client_id=${guest.id}&rental_id=${hill}`)).toEqual([blocked]);
  });

  test("source_id: bookings of that source", async () => {
    const { client, finds, spring, rentals } = await aCalendar();
    const source = await created(client, "/sources", "sources", { name: "Radio" });
    await client.put(`/bookings/${spring}`, { bookings: [{ source_id: source.id }] });
    expect(await finds(`?source_id=${source.id}`)).toEqual([spring]);
    expect(await finds(`?source_id=${source.id}&rental_id=${idsOf(rentals)[0]}`)).toEqual([]);
    expect(await finds("?source_id=999999")).toEqual([]);
  });

  test("unpaid: bookings with a balance due, or all others", async () => {
    const { client, finds, winter, spring, hold, blocked } = await aCalendar();
    const priced = { bookings: [{ final_price: "200" }] };
    await Promise.all([winter, spring].map((id) => client.put(`/bookings/${id}`, priced)));
    expect(await finds("?unpaid=true")).toEqual([winter, spring]);
    await aPayment(client, { id: winter }, cash(20_000));
    expect(await finds("?unpaid=true")).toEqual([spring]);
    expect(await finds("?unpaid=false")).toEqual([winter, hold, blocked]);
  });

  test("query: words of the guest's name, a reference, or a number in another system", async () => {
    const { client, finds, winter, spring, hold } = await aCalendar();
    const guest = await aGuest(client, { fullname: "Ada 100% Lovelace" });
    await client.put(`/bookings/${spring}`, { bookings: [{ client_id: guest.id }] });
    await client.put(`/bookings/${hold}`, { bookings: [{ external_reference: "HM 4711" }] });
    const seek = (text: string) => finds(`?query=${encodeURIComponent(text)}`);
    expect(await seek("love ADA")).toEqual([spring]);
    expect(await seek("100%")).toEqual([spring]);
    expect(await seek("Ada_")).toEqual([]);
    expect(await seek("hm 4711")).toEqual([hold]);
    expect(await seek("'); drop table bookings --")).toEqual([]);
    const [record] = recordsOf(await client.get(`/bookings/${winter}`), "bookings");
    expect(await seek(` ${String(record?.reference).toLowerCase()} `)).toEqual([winter]);
  });

  test("query matches no name that the caller may not read or whose data are restricted", async () => {
    const { client, spring } = await aCalendar();
    const guest = await aGuest(client, { fullname: "Grace Hopper" });
    await client.put(`/bookings/${spring}`, { bookings: [{ client_id: guest.id }] });
    const finds = async (...scopes: Scope[]) => {
      const answer = await (await service.aClient(client.account, { scopes })).get("/bookings?query=grace");
      return answer.status === 200 ? idsOf(recordsOf(answer, "bookings")) : answer.status;
    };
    expect(await finds("bookings_read")).toBe(403);
    expect(await finds("public", "clients_read")).toEqual([]);
    expect(await finds("bookings_read", "clients_read")).toEqual([spring]);
    await service.sql("update clients set processing_restricted_at = now() where id = $1", [guest.id]);
    expect(await finds("bookings_read", "clients_read")).toEqual([]);
  });

  test("updated_since: changed bookings, with the ids canceled since, whatever the other filters", async () => {
    const { client, finds, winter, spring, canceled } = await aCalendar();
    await service.sql("update bookings set updated_at = '2021-01-01' where account_id = $1", [client.account]);
    await service.sql("update bookings set canceled_at = '2022-01-01' where id = $1", [canceled]);
    await client.put(`/bookings/${spring}`, { bookings: [{ notes: "changed" }] });
    expect(await finds("?updated_since=2021-01-01T00:00:01Z")).toEqual([spring]);
    expect(await finds("?updated_since=2021-01-01T00:00:00Z&status=booked")).toEqual([winter, spring]);
    const deleted = async (since: string) => (await client.get(`/bookings?updated_since=${since}`)).json.meta;
    expect(await deleted("2022-01-01T00:00:00Z")).toMatchObject({ deleted_ids: [canceled] });
    expect(await deleted("2022-01-01T00:00:01Z")).toMatchObject({ deleted_ids: [] });
  });

  test("accepts all parameters together", async () => {
    const { finds, blocked, rentals, guest } = await aCalendar();
    const query =
      "from=2090-01-01T00:00:00Z&until=2090-12-01T00:00:00Z&months=6&status=unavailable,tentative&include_canceled=true" +
      `&rental_id=${idsOf(rentals)}&client_id=${guest.id}&updated_since=2020-01-01T00:00:00Z&per_page=5&page=1`;
    expect(await finds(`?${query}`)).toEqual([blocked]);
  });
});
