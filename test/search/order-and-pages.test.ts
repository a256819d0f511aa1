import { describe, expect, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { idsOf } from "../harness/factories.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { aPricedRental, foundIds, type Parameters, searching } from "./factories.ts";

const service = useSharedService();

const stay: Parameters = { start_at: "2090-02-10", end_at: "2090-02-13", adults: 2 };

/** Five rentals, named by letters, with some equal and some missing values. */
async function aVillage() {
  const client = await service.aClient(await service.anAccount());
  const rentals = [
    await aPricedRental(client, { base_rate: "80", sleeps: 4, sleeps_max: 6, bedrooms_count: 2 }),
    await aPricedRental(client, { base_rate: "50", sleeps: 2, bedrooms_count: 3 }),
    await aPricedRental(client, { base_rate: "80", sleeps: 6, sleeps_max: 6 }),
    await aPricedRental(client, { base_rate: null, sleeps: null, sleeps_max: 8, bedrooms_count: 1 }),
    await aPricedRental(client, { base_rate: "20", sleeps: 4, sleeps_max: 5, bedrooms_count: 10 }),
  ];
  await service.sql("update rentals set min_price = base_rate where account_id = $1", [client.account]);
  const letters = new Map(rentals.map(({ id }, index) => [id, "abcde"[index]]));
  const order = async (parameters: Parameters) =>
    (await foundIds(client, parameters)).map((id) => letters.get(Number(id))).join("");
  return { client, rentals, order };
}

describe("the order of a search", () => {
  test.each<[Parameters, string, string]>([
    [{}, "abcde", "abce"],
    [{ direction: "asc" }, "abcde", "abce"],
    [{ direction: "desc" }, "edcba", "ecba"],
    [{ sort: "price" }, "ebacd", "ebac"],
    [{ sort: "price", direction: "desc" }, "acbed", "acbe"],
    [{ sort: "sleeps" }, "baecd", "baec"],
    [{ sort: "sleeps", direction: "desc" }, "caebd", "caeb"],
    [{ sort: "sleeps_max" }, "eacdb", "eacb"],
    [{ sort: "sleeps_max", direction: "desc" }, "daceb", "aceb"],
    [{ sort: "bedrooms_count", direction: "asc" }, "dabec", "abec"],
    [{ sort: "bedrooms_count", direction: "desc" }, "ebadc", "ebac"],
  ])("by %j is %s, and %s with dates, where one rental has no price", async (parameters, without, withDates) => {
    const { order } = await aVillage();
    expect(await order(parameters)).toBe(without);
    expect(await order({ ...stay, ...parameters })).toBe(withDates);
  });

  test("has rentals without a price last, where they are shown", async () => {
    const { order } = await aVillage();
    expect(await order({ ...stay, include_not_available: true, sort: "price" })).toBe("ebacd");
    expect(await order({ ...stay, include_not_available: true, sort: "price", direction: "desc" })).toBe("acbed");
  });
});

describe("pages", () => {
  test("split one order, with the total of all results", async () => {
    const { client, rentals } = await aVillage();
    const asked = { ...stay, sort: "price", per_page: 3 };
    const pages = await Promise.all([1, 2, 3].map((page) => searching(client, { ...asked, page })));
    const [a, b, c, , e] = rentals.map(({ id }) => id);
    expect(pages.map((page) => idsOf(recordsOf(page, "rentals")))).toEqual([[e, b, a], [c], []]);
    for (const page of pages) {
      expect(page.status).toBe(200);
      expect(page.json.meta).toMatchObject({ "X-Total-Count": "4", "X-Total-Pages": "2", "X-Per-Page": "3" });
      expect(page.headers.get("x-total-count")).toBe("4");
    }
    const query = "start_at=2090-02-10&end_at=2090-02-13&adults=2&sort=price&per_page=3";
    expect(Object(pages[0]?.json.meta).Link).toEqual({
      first: `${baseUrl}/api/v3/rentals/search?${query}&page=1`,
      next: `${baseUrl}/api/v3/rentals/search?${query}&page=2`,
      last: `${baseUrl}/api/v3/rentals/search?${query}&page=2`,
    });
  });

  test("have 100 records by default and at most", async () => {
    const client = await service.aClient(await service.anAccount());
    await service.sql(
      "insert into rentals (account_id, name, base_rate) select $1, 'Cottage ' || n, n from generate_series(1, 203) as n",
      [client.account],
    );
    for (const parameters of [{}, { per_page: 1000 }, stay, { ...stay, per_page: 101 }] as Parameters[]) {
      const answer = await searching(client, parameters);
      expect(recordsOf(answer, "rentals")).toHaveLength(100);
      expect(answer.json.meta).toMatchObject({ "X-Total-Count": "203", "X-Total-Pages": "3", "X-Per-Page": "100" });
    }
    expect(await foundIds(client, { ...stay, page: 3 })).toHaveLength(3);
    const posted = await client.post("/rentals/search?page=3", stay);
    expect(recordsOf(posted, "rentals")).toHaveLength(3);
  });
});
