import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, recordsOf } from "../harness/client.ts";
import { aRental, aSource, idsOf } from "../harness/factories.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";

const service = useSharedService();
const url = `${baseUrl}/api/v3/sources`;

async function aManagerWithFiveSources(): Promise<{ client: ApiClient; ids: unknown[] }> {
  const client = await service.aClient(await service.anAccount());
  const ids: unknown[] = [];
  for (const name of ["A", "B", "C", "D", "E"]) ids.push((await aSource(client, { name: `Channel ${name}` })).id);
  return { client, ids };
}

/** Removes the opaque `after` cursors from a text. */
const withoutAfter = (text: string): string => text.replaceAll(/&after=[\w-]+/g, "");

describe("a list in pages", () => {
  test.each([
    [1, [0, 1], { first: 1, next: 2, last: 3 }],
    [2, [2, 3], { first: 1, prev: 1, next: 3, last: 3 }],
    [3, [4], { first: 1, prev: 2, last: 3 }],
    [4, [], { first: 1, prev: 3, last: 3 }],
    [9, [], { first: 1, prev: 3, last: 3 }],
  ])("page %i of two each", async (page, expected, links) => {
    const { client, ids } = await aManagerWithFiveSources();
    const answer = await client.get(`/sources?per_page=2&page=${page}`);
    expect(answer.status).toBe(200);
    expect(idsOf(recordsOf(answer, "sources"))).toEqual(expected.map((index) => ids[index]));
    const targets = Object.entries(links).map(([rel, target]) => [rel, `${url}?per_page=2&page=${target}`] as const);
    expect(JSON.parse(withoutAfter(JSON.stringify(answer.json.meta)))).toEqual({
      Link: Object.fromEntries(targets),
      "X-Total-Pages": "3",
      "X-Total-Count": "5",
      "X-Per-Page": "2",
    });
    expect(withoutAfter(answer.headers.get("link") ?? "")).toBe(
      targets.map(([rel, target]) => `<${target}>; rel="${rel}"`).join(", "),
    );
    expect(answer.headers.get("x-total-pages")).toBe("3");
    expect(answer.headers.get("x-total-count")).toBe("5");
    expect(answer.headers.get("x-per-page")).toBe("2");
  });

  test("links repeat the search parameters", async () => {
    const { client } = await aManagerWithFiveSources();
    const answer = await client.get("/sources?fields=id%2Cname&per_page=4");
    const { Link } = Object(answer.json.meta);
    expect(new URL(withoutAfter(Link.next)).searchParams).toEqual(
      new URLSearchParams({ fields: "id,name", per_page: "4", page: "2" }),
    );
  });

  test("lists every record once over all pages, by ascending id", async () => {
    const { client, ids } = await aManagerWithFiveSources();
    const seen: unknown[] = [];
    for (const page of [1, 2, 3, 4, 5])
      seen.push(...idsOf(recordsOf(await client.get(`/sources?per_page=1&page=${page}`), "sources")));
    expect(seen).toEqual(ids);
  });

  test("an empty list has one empty page", async () => {
    const client = await service.aClient(await service.anAccount());
    const answer = await client.get("/sources");
    expect(answer.json).toMatchObject({
      sources: [],
      meta: { Link: { first: `${url}?page=1`, last: `${url}?page=1` }, "X-Total-Pages": "1", "X-Total-Count": "0" },
    });
  });

  test("a page has a hundred records, and never more", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    await service.sql(
      "insert into sources (account_id, name) select $1, 'Channel ' || n from generate_series(1, 101) n",
      [account],
    );
    for (const query of ["", "?per_page=100", "?per_page=101", "?per_page=100000"]) {
      const answer = await client.get(`/sources${query}`);
      expect(recordsOf(answer, "sources"), query).toHaveLength(100);
      expect(answer.headers.get("x-per-page")).toBe("100");
      expect(answer.headers.get("x-total-pages")).toBe("2");
    }
    expect(recordsOf(await client.get("/sources?page=2"), "sources")).toHaveLength(1);
  });

  test("counts the matches, not the account's records", async () => {
    const client = await service.aClient(await service.anAccount());
    const { id } = await aRental(client);
    await aRental(client);
    const answer = await client.get(`/rentals?rental_id=${id}`);
    expect(answer.headers.get("x-total-count")).toBe("1");
    const past = await client.get(`/rentals?rental_id=${id}&page=7`);
    expect([past.status, past.json.rentals, past.headers.get("x-total-count")]).toEqual([200, [], "1"]);
  });

  test.each(["page", "per_page"])("refuses a %s that is not a positive integer", async (name) => {
    const client = await service.aClient(await service.anAccount());
    for (const value of ["0", "-1", "1.5", "abc", "", "1e2", "+1", " 1", "99999999999"]) {
      const answer = await client.get(`/sources?${name}=${encodeURIComponent(value)}`);
      expect(answer.status, value).toBe(400);
      expect(errorsOf(answer)).toEqual([
        { code: "bad_request", details: `The parameter ${name} must be a positive integer.` },
      ]);
    }
  });
});
