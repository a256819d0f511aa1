import { describe, expect, test } from "vitest";
import { readReport } from "../../src/modules/money/reports/report.ts";
import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import {
  aBooking,
  aBookingsTag,
  aRental,
  booking,
  changing,
  created,
  idsOf,
  linksOf,
  read,
} from "../harness/factories.ts";
import { inADay } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

const january = (from: number, to: number) => ({ start_at: `2090-01-0${from}`, end_at: `2090-01-0${to}` });

/** Rentals in a new account. */
async function rentalsNamed<const Names extends readonly string[]>(...names: Names) {
  const client = await service.aClient(await service.anAccount());
  const rentals: Json[] = [];
  for (const name of names) rentals.push(await aRental(client, { name, base_rate: "100" }));
  const [villa = {}, first = {}, second = {}] = rentals;
  return { client, villa, first, second };
}

const linking = (client: ApiClient, ...rentals: Json[]): Promise<Answer> =>
  client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids: idsOf(rentals) }] });
const linked = (client: ApiClient, ...rentals: Json[]): Promise<Json> =>
  created(client, "/rental_link_groups", "rental_link_groups", { rental_ids: idsOf(rentals) });

/** A rental's live bookings in list order. */
const listed = async (client: ApiClient, rental: Json): Promise<Json[]> =>
  recordsOf(await client.get(`/bookings?rental_id=${rental.id}`), "bookings");
const mirrorsIn = async (client: ApiClient, rental: Json): Promise<Json[]> =>
  (await listed(client, rental)).filter(({ created_by_type: type }) => type === "Booking");
const origins = async (client: ApiClient, rental: Json): Promise<unknown[]> =>
  (await mirrorsIn(client, rental)).map(({ created_by_id: id }) => id).toSorted((a, b) => Number(a) - Number(b));
const nights = ({ start_at, end_at }: Json) => [start_at, end_at];

describe("States and transitions (service.md)", () => {
  test("Rental link group | none | POST /rental_link_groups | existing | rental links created; availability mirrored between the rentals", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    const stay = await aBooking(client, first);
    const group = await linked(client, first, villa);
    const { rentals, rental_links: links } = linksOf(group);
    expect(group).toMatchObject({ rental_names: "Villa, Apartment A" });
    expect([rentals, links]).toEqual([
      [villa.id, first.id],
      [expect.any(Number), expect.any(Number)],
    ]);
    const records = recordsOf(await client.get(`/rental_links/${[links].flat().join()}`), "rental_links");
    expect(records.map((link) => [link.kind, linksOf(link).source_rental, linksOf(link).destination_rental])).toEqual([
      ["mirror", villa.id, first.id],
      ["mirror", first.id, villa.id],
    ]);
    const [mirror = {}] = await mirrorsIn(client, villa);
    expect(mirror).toMatchObject({ status: "Unavailable", created_by_id: stay.id, final_price: null });
    expect([nights(mirror), linksOf(mirror).client]).toEqual([nights(stay), null]);
    expect(await origins(client, first)).toEqual([]);
  });

  test("Rental link group | existing | DELETE /rental_link_groups/:id (scope rentals_write) | canceled | its rental links are deleted; 204", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    const group = await linked(client, first, villa);
    const stay = await aBooking(client, first);
    const past = await aBooking(client, first, january(8, 9));
    await service.sql(
      "update bookings set start_at = now() - interval '9 days', end_at = now() - interval '3 days' where $1 in (id, created_by_id) and account_id = $2",
      [past.id, client.account],
    );
    const reader = await service.aClient(client.account, { scopes: ["public", "bookings_write"] });
    expect((await reader.delete(`/rental_link_groups/${group.id}`)).status).toBe(403);
    const writer = await service.aClient(client.account, { scopes: ["public", "rentals_write"] });
    const answer = await writer.delete(`/rental_link_groups/${group.id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await client.get(`/rental_link_groups/${group.id}`)).status).toBe(404);
    expect(recordsOf(await client.get("/rental_links"), "rental_links")).toEqual([]);
    expect(await origins(client, villa)).toEqual([]);
    expect((await read(client, "bookings", stay.id)).status).toBe("Booked");
    const rows = await service.sql(
      "select created_by_id::integer as origin from bookings where account_id = $1 and created_by_type = 'Booking' and canceled_at is null",
      [client.account],
    );
    expect(rows).toEqual([{ origin: past.id }]);
    expect((await booking(client, villa)).status).toBe(201);
  });

  test("Linked rentals | booking created or canceled on one | creation or cancelation | rentals are linked | mirrored booking created or canceled on the other", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const stay = await aBooking(client, villa);
    expect(await origins(client, first)).toEqual([stay.id]);
    const [mirror = {}] = await mirrorsIn(client, first);
    expect((await client.delete(`/bookings/${stay.id}`)).status).toBe(204);
    expect((await read(client, "bookings", mirror.id)).status).toBe("Canceled");
    expect((await booking(client, first)).status).toBe(201);
  });
});

describe("a rental link group", () => {
  test("links 2 to 50 rentals of the account, each once", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    const refusal = async (rental_ids: unknown) =>
      errorsOf(await client.post("/rental_link_groups", { rental_link_groups: [{ rental_ids }] }));
    expect(await refusal([villa.id])).toEqual({ rental_ids: ["has too few ids (minimum is 2)"] });
    expect(await refusal([villa.id, villa.id])).toEqual({ rental_ids: ["has too few ids (minimum is 2)"] });
    expect(await refusal([])).toEqual({ rental_ids: ["can't be blank"] });
    const foreign = await rentalsNamed("Villa");
    const missing = { rental_ids: [`must exist (missing: ${foreign.villa.id})`] };
    expect(await refusal([villa.id, first.id, foreign.villa.id])).toEqual(missing);
    const rows = await service.sql(
      "insert into rentals (account_id, name, currency) select $1, 'Cottage ' || n, 'EUR' from generate_series(1, 51) as n returning id::integer",
      [client.account],
    );
    expect(await refusal(rows.map(({ id }) => id))).toEqual({ rental_ids: ["has too many ids (maximum is 50)"] });
    expect(recordsOf(await client.get("/rental_link_groups"), "rental_link_groups")).toEqual([]);
  });

  test("is refused with the references of overlapping bookings, and changes nothing", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    const [one, other] = [await aBooking(client, villa), await aBooking(client, first)];
    await aBooking(client, second, january(8, 9));
    const refused = await linking(client, villa, first, second);
    const message = `have bookings on the same nights: ${one.reference} and ${other.reference}`;
    expect([refused.status, errorsOf(refused)]).toEqual([422, { rental_ids: [message] }]);
    expect(recordsOf(await client.get("/rental_links"), "rental_links")).toEqual([]);
    expect(await listed(client, villa)).toHaveLength(1);
  });

  test("is refused once for each overlapping pair with a booking that is not over", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    const long = { start_at: "2020-01-01", end_at: "2020-01-09" };
    const [over, ongoing] = [await aBooking(client, villa, long), await aBooking(client, first, long)];
    await aBooking(client, second, { start_at: "2020-01-02", end_at: "2020-01-04" });
    await service.sql("update bookings set end_at = now() + interval '2 days', start_at = '2020-01-05' where id = $1", [
      ongoing.id,
    ]);
    const [one, other] = [await aBooking(client, second, january(1, 9)), await aBooking(client, villa, january(3, 5))];
    const refused = await linking(client, villa, first, second);
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      {
        rental_ids: [
          `have bookings on the same nights: ${over.reference} and ${ongoing.reference}`,
          `have bookings on the same nights: ${one.reference} and ${other.reference}`,
        ],
      },
    ]);
  });

  test("is accepted despite an expired hold, which is not mirrored", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    const hold = await aBooking(client, villa, { tentative_expires_at: inADay() });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      hold.id,
    ]);
    const stay = await aBooking(client, first);
    await linked(client, villa, first);
    expect(await origins(client, villa)).toEqual([stay.id]);
  });

  test("adds no second mirror beside another group, and its deletion keeps the other group's mirrors", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    const stay = await aBooking(client, villa);
    const pair = await linked(client, villa, first);
    const all = await linked(client, villa, first, second);
    expect([await origins(client, first), await origins(client, second)]).toEqual([[stay.id], [stay.id]]);
    await client.delete(`/rental_link_groups/${all.id}`);
    expect([await origins(client, first), await origins(client, second)]).toEqual([[stay.id], []]);
    await client.delete(`/rental_link_groups/${pair.id}`);
    expect(await origins(client, first)).toEqual([]);
  });

  test("shows a rental's new name, also with updated_since", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    const { id } = await linked(client, villa, first);
    const since = String((await client.get("/rental_link_groups")).headers.get("x-updated-since-request-synced-at"));
    await client.put(`/rentals/${villa.id}`, { rentals: [{ name: "Palace" }] });
    const changed = recordsOf(await client.get(`/rental_link_groups?updated_since=${since}`), "rental_link_groups");
    expect(changed).toMatchObject([{ id, rental_names: "Palace, Apartment A" }]);
  });

  test("loses a deleted rental with its links and mirrors; only the rental's own bookings prevent its deletion", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    const group = await linked(client, villa, first, second);
    const stay = await aBooking(client, first);
    expect((await client.delete(`/rentals/${first.id}`)).status).toBe(422);
    expect((await client.delete(`/rentals/${villa.id}`)).status).toBe(204);
    const left = await read(client, "rental_link_groups", group.id);
    expect([linksOf(left).rentals, left.rental_names]).toEqual([[first.id, second.id], "Apartment A, Apartment B"]);
    expect([linksOf(left).rental_links].flat()).toHaveLength(2);
    expect(await origins(client, second)).toEqual([stay.id]);
    const [gone] = await service.sql(
      "select canceled_at is not null as canceled from bookings where rental_id = $1 and created_by_type = 'Booking'",
      [villa.id],
    );
    expect(gone).toEqual({ canceled: true });
  });
});

describe("mirrors", () => {
  test("share nights: both apartments of a villa can be sold at the same time, and then the villa cannot", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    await linked(client, villa, first);
    await linked(client, villa, second);
    const [one, other] = [await aBooking(client, first), await aBooking(client, second)];
    expect(await origins(client, villa)).toEqual([one.id, other.id]);
    expect((await booking(client, villa)).status).toBe(422);
    expect(await origins(client, first)).toEqual([]);
    await client.delete(`/bookings/${one.id}`);
    expect((await booking(client, villa)).status).toBe(422);
    await client.delete(`/bookings/${other.id}`);
    const whole = await aBooking(client, villa);
    expect([await origins(client, first), await origins(client, second)]).toEqual([[whole.id], [whole.id]]);
    expect((await booking(client, first)).status).toBe(422);
  });

  test("block a night once in maps and reports, and do not count as stays", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    await linked(client, villa, first);
    await linked(client, villa, second);
    await aBooking(client, first, january(1, 5));
    await aBooking(client, second, january(3, 8));
    const map = recordOf(await client.get(`/availabilities/${villa.id}?from=2090-01-01`), "availabilities").map;
    expect(String(map).slice(0, 9)).toBe("333333300");
    const [from, after] = [Date.UTC(2090, 0, 1) / 86_400_000, Date.UTC(2090, 1, 1) / 86_400_000];
    const report = await service.database
      .within([client.account])
      .transaction((transaction) =>
        readReport(transaction, [client.account], { from, after, by: "rental", rentals: [Number(villa.id)] }),
      );
    expect(report.total).toMatchObject({ stays: 0, nights: 0, nightsOpen: 31 - 7, money: [] });
  });

  test("need free nights: a booking that cannot be mirrored is refused, naming the conflict and its rental", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    const taken = await aBooking(client, second, january(7, 9));
    await linked(client, villa, first, second);
    const stay = await aBooking(client, first, january(1, 4));
    const longer = await changing(client, stay, { end_at: "2090-01-08" });
    const where = `in the linked rental Apartment B (${second.id})`;
    expect([longer.status, errorsOf(longer)]).toEqual([
      422,
      {
        base: [
          expect.stringMatching(/^the nights are taken by booking \w+$/),
          `the nights are taken by booking ${taken.reference} ${where}`,
        ],
      },
    ]);
    expect(nights(await read(client, "bookings", stay.id))).toEqual(nights(stay));
  });

  test("follow their origin through moves, cancelation and reinstatement", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const stay = await aBooking(client, first, january(1, 4));
    const [before = {}] = await mirrorsIn(client, villa);
    await changing(client, stay, january(2, 6));
    const [after = {}] = await mirrorsIn(client, villa);
    expect([after.id, nights(after)]).toEqual([before.id, nights(await read(client, "bookings", stay.id))]);
    await changing(client, stay, { canceled_at: "2026-01-01T00:00:00Z" });
    expect(await origins(client, villa)).toEqual([]);
    await changing(client, stay, { canceled_at: null });
    expect(await origins(client, villa)).toEqual([stay.id]);
    await client.delete(`/bookings/${stay.id}`);
    await aBooking(client, villa, january(3, 4));
    expect((await changing(client, stay, { canceled_at: null })).status).toBe(422);
  });

  test("are not changed by a write to a past booking", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    const over = { start_at: "2020-01-01", end_at: "2020-01-05" };
    const [one, other] = [await aBooking(client, first, over), await aBooking(client, villa, over)];
    await linked(client, villa, first);
    expect((await changing(client, one, { notes: "Left a scarf." })).status).toBe(200);
    expect((await changing(client, other, { notes: "Left a hat." })).status).toBe(200);
  });
});

test("a past booking can be written and paid after its mirror's rental is deleted", async () => {
  const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
  await linked(client, villa, first);
  const stay = await aBooking(client, first);
  await service.sql(
    "update bookings set start_at = now() - interval '9 days', end_at = now() - interval '3 days' where $1 in (id, created_by_id) and account_id = $2",
    [stay.id, client.account],
  );
  expect((await client.delete(`/rentals/${villa.id}`)).status).toBe(204);
  expect((await changing(client, stay, { notes: "Left a scarf." })).status).toBe(200);
  const cash = { amount_in_cents: 100, currency: "EUR", kind: "cash", paid_at: "2024-01-01T10:00:00Z" };
  expect((await client.post(`/bookings/${stay.id}/payments`, { payments: [cash] })).status).toBe(201);
  const again = await changing(client, stay, january(1, 5));
  expect([again.status, nights(recordOf(again, "bookings"))]).toEqual([
    200,
    ["2090-01-01T16:00:00Z", "2090-01-05T10:00:00Z"],
  ]);
});

describe("a hold's mirrors", () => {
  /** Expires a hold and its mirrors without running the job. */
  const pass = (hold: Json) =>
    service.sql(
      "update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1 or (created_by_type = 'Booking' and created_by_id = $1)",
      [hold.id],
    );

  test("share its expiry and stay unavailable; confirming it clears theirs", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const hold = await aBooking(client, first, { tentative_expires_at: inADay() });
    const mirror = async () => (await mirrorsIn(client, villa))[0];
    expect(await mirror()).toMatchObject({ status: "Unavailable", tentative_expires_at: hold.tentative_expires_at });
    expect((await changing(client, hold, { booked: true })).status).toBe(200);
    expect(await mirror()).toMatchObject({ status: "Unavailable", tentative_expires_at: null });
  });

  test("free their nights with the hold in every read, before the job runs", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const hold = await aBooking(client, first, { tentative_expires_at: inADay() });
    const [mirror = {}] = await mirrorsIn(client, villa);
    const found = async () =>
      idsOf(recordsOf(await client.get("/rentals/search?start_at=2090-01-04&end_at=2090-01-08"), "rentals"));
    const map = async () => {
      const path = `/availabilities/${villa.id}?from=2090-01-04`;
      return String(recordOf(await client.get(path), "availabilities").map).slice(0, 4);
    };
    expect([await found(), await map()]).toEqual([[], "3333"]);
    await pass(hold);
    expect([await found(), await map()]).toEqual([[villa.id, first.id], "0000"]);
    expect((await read(client, "bookings", mirror.id)).status).toBe("Canceled");
    const sold = await aBooking(client, villa);
    expect(await origins(client, first)).toEqual([sold.id]);
  });

  test("are canceled in their rows when the job runs or the hold is written", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const holds = [
      await aBooking(client, first, { ...january(1, 3), tentative_expires_at: inADay() }),
      await aBooking(client, first, { ...january(3, 5), tentative_expires_at: inADay() }),
    ];
    const canceled = (hold: Json) =>
      service.sql(
        "select count(*) filter (where canceled_at = tentative_expires_at)::integer as ended from bookings where id = $1 or (created_by_type = 'Booking' and created_by_id = $1)",
        [hold.id],
      );
    const [written = {}, expired = {}] = holds;
    await pass(written);
    expect((await changing(client, written, { notes: "Too late." })).status).toBe(200);
    expect(await canceled(written)).toEqual([{ ended: 2 }]);
    await pass(expired);
    expect(await expireHolds(service.database)).toBeGreaterThanOrEqual(2);
    expect(await canceled(expired)).toEqual([{ ended: 2 }]);
  });
});

describe("a mirror is read-only", () => {
  test("refuses every write with 403, names its origin and changes nothing", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const stay = await aBooking(client, first);
    const [mirror = {}] = await mirrorsIn(client, villa);
    const path = `/bookings/${mirror.id}`;
    const fee = { bookings_fees: [{ price: "5", name: "Dog", kind: "other" }] };
    const tag = await aBookingsTag(client);
    const answers = [
      await client.put(path, { bookings: [{ notes: "x" }] }),
      await client.patch(path, { bookings: [{ booked: true }] }),
      await client.delete(path),
      await client.patch(`${path}/add_bookings_fee`, fee),
      await client.patch(`${path}/remove_bookings_fee/1`),
      await client.post(`${path}/add_tag/${tag.id}`),
      await client.delete(`${path}/remove_tag/${tag.id}`),
      await client.post(`${path}/move`, { bookings: [{ end_at: "2090-01-09" }] }),
      await client.post("/booking_comments", { booking_comments: [{ booking_id: mirror.id, content: "x" }] }),
      await client.post(`${path}/rental_agreements`, { rental_agreements: [{ body: "x" }] }),
    ];
    const details = `This booking is a mirror of ${stay.reference}. Change that booking instead.`;
    for (const answer of answers)
      expect([answer.status, errorsOf(answer)]).toEqual([403, [{ code: "forbidden", details }]]);
    expect(await read(client, "bookings", mirror.id)).toEqual(mirror);
  });

  test("hides its origin from callers who only see its public attributes", async () => {
    const { client, villa, first } = await rentalsNamed("Villa", "Apartment A");
    await linked(client, villa, first);
    const stay = await aBooking(client, first);
    const [mirror = {}] = await mirrorsIn(client, villa);
    const owned = await service.aClient(client.account, { scopes: ["public", "bookings_write_owned"] });
    expect(await read(owned, "bookings", mirror.id)).not.toHaveProperty("created_by_id");
    const refused = await owned.put(`/bookings/${mirror.id}`, { bookings: [{ notes: "x" }] });
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain(String(stay.reference));
  });
});

describe("concurrent bookings", () => {
  test("concurrent bookings of linked rentals neither deadlock nor overlap, and have all their mirrors", async () => {
    const { client, villa, first, second } = await rentalsNamed("Villa", "Apartment A", "Apartment B");
    const rentals = [villa, first, second];
    await linked(client, villa, first);
    const growing = linking(client, villa, second);
    const attempts = Array.from({ length: 48 }, async (_, index) => {
      const day = String(1 + (index % 12) * 2).padStart(2, "0");
      const stay = { start_at: `2090-03-${day}`, end_at: `2090-03-${String(3 + (index % 12) * 2).padStart(2, "0")}` };
      const made = await booking(client, rentals[index % 3] ?? villa, stay);
      if (made.status !== 201 || index % 2 === 0) return made;
      const { id } = recordOf(made, "bookings");
      const target = rentals[(index + 1) % 3] ?? villa;
      return index % 4 === 1
        ? client.post(`/bookings/${id}/move`, { bookings: [{ rental_id: target.id }] })
        : client.delete(`/bookings/${id}`);
    });
    const answers = await Promise.all([...attempts, growing]);
    const unexpected = answers.filter(
      ({ status, text }) => ![200, 201, 204, 422].includes(status) || /conflicts with/.test(text),
    );
    expect(unexpected.map(({ status, text }) => [status, text])).toEqual([]);
    // An earlier booking may have refused the second group, which then links nothing.
    const live = "(select * from bookings where account_id = $1 and canceled_at is null)";
    const [wrong] = await service.sql(
      `select
         (select count(*)::integer from ${live} as a join ${live} as b on b.id > a.id and b.rental_id = a.rental_id and b.nights && a.nights
          where a.created_by_type <> 'Booking' or b.created_by_type <> 'Booking') as overlaps,
         (select count(*)::integer from ${live} as live join rental_links on rental_links.account_id = $1 and source_rental_id = rental_id and deleted_at is null
          where created_by_type <> 'Booking' and not exists (
            select from ${live} as mirror where mirror.created_by_id = live.id and mirror.created_by_type = 'Booking'
              and mirror.rental_id = destination_rental_id and mirror.nights = live.nights
          )) as missing,
         (select count(*)::integer from ${live} as mirror where created_by_type = 'Booking' and not exists (
            select from ${live} as live join rental_links on rental_links.account_id = $1 and source_rental_id = live.rental_id and deleted_at is null
            where live.id = mirror.created_by_id and destination_rental_id = mirror.rental_id
          )) as orphans`,
      [client.account],
    );
    expect(wrong).toEqual({ overlaps: 0, missing: 0, orphans: 0 });
  });
});
