import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, recordsOf } from "../harness/client.ts";
import { aRental, booking, idsOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** The next page's path and query; undefined on the last page. */
function nextOf(answer: Answer): string | undefined {
  const { next } = Object(Object(answer.json.meta).Link);
  if (next === undefined) return undefined;
  const { pathname, search } = new URL(next);
  return pathname + search;
}

/** Every page from a path on, for a client that follows `next`. @param between runs after each page */
async function pagesFrom(
  client: ApiClient,
  path: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Answer[]> {
  const pages: Answer[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const page = await client.get(next);
    pages.push(page);
    next = nextOf(page);
    await between();
  }
  return pages;
}

const allIn = (pages: readonly Answer[], root: string) => pages.flatMap((page) => idsOf(recordsOf(page, root)));

/** Inserts many rows directly into the database. */
async function someSources(account: number, count: number): Promise<unknown[]> {
  const rows = await service.sql(
    "insert into sources (account_id, name) select $1, 'Channel ' || gen_random_uuid() from generate_series(1, $2::integer) n returning id::integer",
    [account, count],
  );
  return rows.map(({ id }) => id);
}

/** Inserts deletable records. */
async function someTables(account: number, count: number): Promise<unknown[]> {
  const rows = await service.sql(
    `insert into rates_tables (account_id, name) select $1, '{"en": "Seaside"}' from generate_series(1, $2::integer) returning id::integer`,
    [account, count],
  );
  return rows.map(({ id }) => id);
}

async function deleteTable(client: ApiClient, id: unknown): Promise<void> {
  expect(await client.delete(`/rates_tables/${id}`)).toMatchObject({ status: 204 });
}

async function addTable(client: ApiClient): Promise<unknown> {
  const answer = await client.post("/rates_tables", { rates_tables: [{ name_en: "Hills" }] });
  expect(answer.status).toBe(201);
  return idsOf(recordsOf(answer, "rates_tables"))[0];
}

describe("a client that follows next", () => {
  test("sees every page of an unchanged list once, as by page numbers", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const ids = await someSources(account, 12);
    const pages = await pagesFrom(client, "/sources?per_page=4");
    expect(pages.map((page) => idsOf(recordsOf(page, "sources")))).toEqual([
      ids.slice(0, 4),
      ids.slice(4, 8),
      ids.slice(8),
    ]);
    for (const page of pages) expect(page.headers.get("x-total-count")).toBe("12");
    const prev = Object(Object(pages[2]?.json.meta).Link).prev;
    expect(new URL(prev).search).toBe("?per_page=4&page=2");
  });

  test("neither misses nor repeats a record while records before it are deleted and others are added", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const ids = await someTables(account, 20);
    let deleted = 0;
    const pages = await pagesFrom(client, "/rates_tables?per_page=3", async () => {
      // With page numbers, each deletion would shift a record out of the next page.
      await deleteTable(client, ids[deleted++]);
      await addTable(client);
    });
    const seen = allIn(pages, "rates_tables");
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 20)).toEqual(ids);
  });

  test("sees every lasting record exactly once while sixteen clients write", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const kept = await someTables(account, 60);
    const passing = await someTables(account, 60);
    let walking = true;
    const write = async (number: number): Promise<void> => {
      const writer = await service.aClient(account);
      for (let turn = 0; walking && turn < 60; turn++) {
        const made = await addTable(writer);
        await deleteTable(writer, turn < 3 ? passing[number * 3 + turn] : made);
      }
    };
    const writers = Promise.all(Array.from({ length: 16 }, (_, number) => write(number)));
    const walks: unknown[][] = [];
    while (walks.length < 3) walks.push(allIn(await pagesFrom(client, "/rates_tables?per_page=10"), "rates_tables"));
    walking = false;
    await writers;
    for (const seen of walks) {
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => kept.includes(id))).toEqual(kept);
    }
  });

  test("continues from a page requested by number", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const ids = await someSources(account, 9);
    const pages = await pagesFrom(client, "/sources?per_page=2&page=3");
    expect(allIn(pages, "sources")).toEqual(ids.slice(4));
  });

  test("walks through changed records", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const ids = await someSources(account, 7);
    await service.sql(
      "update sources set updated_at = now() - interval '2 days' where account_id = $1 and id = any($2)",
      [account, ids.slice(0, 3)],
    );
    const since = new Date(Date.now() - 86_400_000).toISOString();
    const pages = await pagesFrom(client, `/sources?per_page=2&updated_since=${since}`);
    expect(allIn(pages, "sources")).toEqual(ids.slice(3));
  });

  test("walks through records with random ids", async () => {
    const client = await service.aClient(await service.anAccount());
    const { id: rental } = await aRental(client);
    const rows = await service.sql(
      `with stays as (
         insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, currency, created_by_id, created_by_type)
         select $1, $2, date '2020-01-01' + n, date '2020-01-02' + n, true, false, 'EUR', $3, 'Application' from generate_series(1, 5) n
         returning *
       ), reviews as (
         insert into host_reviews (account_id, id, booking_id, rental_id, comment, submitted_at, expires_at)
         select account_id, gen_random_uuid(), id, rental_id, 'Kind guests', now(), now() from stays returning id
       ) select id from reviews order by id`,
      [client.account, rental, client.application],
    );
    const pages = await pagesFrom(client, "/host_reviews?per_page=2");
    expect(pages).toHaveLength(3);
    expect(allIn(pages, "host_reviews")).toEqual(rows.map(({ id }) => id));
  });
});

describe("the bookings of an account with a long history", () => {
  /** An account with this many past stays, whose ids are lower than those of future stays. */
  async function anAccountWithHistory(ended: number): Promise<{ client: ApiClient; rental: unknown }> {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    const { id } = await aRental(client);
    await service.sql(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, currency, created_by_id, created_by_type)
       select $1, $2, date '2001-01-01' + n, date '2001-01-02' + n, true, false, 'EUR', $3, 'Application' from generate_series(1, $4::integer) n`,
      [account, id, client.application, ended],
    );
    return { client, rental: id };
  }

  async function staysAhead(client: ApiClient, rental: unknown, count: number): Promise<unknown[]> {
    const ids: unknown[] = [];
    for (let month = 1; month <= count; month++) {
      const days = { start_at: `2090-0${month}-04`, end_at: `2090-0${month}-08` };
      ids.push(...idsOf(recordsOf(await booking(client, { id: rental }, days), "bookings")));
    }
    return ids;
  }

  test("lists future bookings behind more than two thousand past ones", async () => {
    const { client, rental } = await anAccountWithHistory(2100);
    const ahead = await staysAhead(client, rental, 5);
    const pages = await pagesFrom(client, "/bookings?per_page=2");
    expect(allIn(pages, "bookings")).toEqual(ahead);
    for (const page of pages) expect(page.headers.get("x-total-count")).toBe("5");
    const whole = await client.get("/bookings");
    expect(idsOf(recordsOf(whole, "bookings"))).toEqual(ahead);
  });

  test.each([1999, 2000, 2001])("lists future bookings behind %i past ones on full and last pages", async (ended) => {
    const { client, rental } = await anAccountWithHistory(ended);
    const ahead = await staysAhead(client, rental, 4);
    for (const size of [1, 2, 3, 4, 5]) {
      const pages = await pagesFrom(client, `/bookings?per_page=${size}&fields=id`);
      expect(allIn(pages, "bookings")).toEqual(ahead);
      expect(pages).toHaveLength(Math.ceil(4 / size));
    }
  });

  test("lists no bookings when all are past, until from reaches back", async () => {
    const { client } = await anAccountWithHistory(2001);
    const answer = await client.get("/bookings");
    expect(recordsOf(answer, "bookings")).toEqual([]);
    expect([answer.headers.get("x-total-count"), nextOf(answer)]).toEqual(["0", undefined]);
    const pages = await pagesFrom(client, "/bookings?from=1900-01-01T00:00:00Z&fields=id");
    expect(new Set(allIn(pages, "bookings")).size).toBe(2001);
  });

  test("lists all bookings when from reaches back", async () => {
    const { client, rental } = await anAccountWithHistory(120);
    await staysAhead(client, rental, 2);
    const pages = await pagesFrom(client, "/bookings?from=1900-01-01T00:00:00Z&per_page=50");
    expect(pages.map((page) => recordsOf(page, "bookings").length)).toEqual([50, 50, 22]);
  });
});

describe("the parameter after", () => {
  test("a cursor `after` is bound to its filters", async () => {
    const account = await service.anAccount();
    const client = await service.aClient(account);
    await someSources(account, 3);
    const after = new URL(`http://x${nextOf(await client.get("/sources?per_page=1"))}`).searchParams.get("after");
    for (const path of [`/sources?after=${after}&updated_since=2001-01-01T00:00:00Z`, `/clients?after=${after}`]) {
      const answer = await client.get(path);
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual([
        {
          code: "bad_request",
          details: "The parameter after belongs to another list or to other filters. Start again from the first page.",
        },
      ]);
    }
    expect((await client.get(`/sources?after=${after}&per_page=2&fields=id&page=9`)).status).toBe(200);
  });

  test("a cursor `after` leads to an empty last page when the remaining records are deleted", async () => {
    const client = await service.aClient(await service.anAccount());
    const ids = await someTables(client.account, 3);
    const next = nextOf(await client.get("/rates_tables?per_page=2")) ?? "";
    await deleteTable(client, ids[2]);
    const answer = await client.get(next);
    expect([answer.status, recordsOf(answer, "rates_tables"), nextOf(answer)]).toEqual([200, [], undefined]);
    expect([answer.headers.get("x-total-count"), answer.headers.get("x-total-pages")]).toEqual(["2", "1"]);
  });

  test("refuses an after with an id of another kind or no id", async () => {
    const client = await service.aClient(await service.anAccount());
    await someSources(client.account, 2);
    const after = new URL(`http://x${nextOf(await client.get("/sources?per_page=1"))}`).searchParams.get("after") ?? "";
    const digest = Buffer.from(after, "base64url").toString("latin1").slice(0, 8);
    for (const id of ["-1", "0x1", "1e3", "9".repeat(16), "9".repeat(10_000), randomUUID(), "1\0", " 1", "1;"]) {
      const forged = Buffer.from(digest + id).toString("base64url");
      expect([id, (await client.get(`/sources?after=${forged}`)).status]).toEqual([id, 400]);
    }
    const last = Buffer.from(`${digest}${"9".repeat(15)}`).toString("base64url");
    expect(recordsOf(await client.get(`/sources?after=${last}`), "sources")).toEqual([]);
  });

  test.each(["", "x", "12", "AAAA", "💥", "' or 1=1"])("refuses the after %j", async (text) => {
    const client = await service.aClient(await service.anAccount());
    const answer = await client.get(`/sources?after=${encodeURIComponent(text)}`);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      {
        code: "bad_request",
        details: "The parameter after is invalid. Use the URL in meta.Link.next unchanged.",
      },
    ]);
  });

  test("a cursor `after` shows nothing of another account", async () => {
    const [ours, theirs] = [await service.anAccount(), await service.anAccount()];
    const [us, them] = [await service.aClient(ours), await service.aClient(theirs)];
    const ids = await someSources(ours, 2);
    await someSources(theirs, 3);
    const next = nextOf(await them.get("/sources?per_page=1")) ?? "";
    const seen = idsOf(recordsOf(await us.get(next), "sources"));
    expect(ids).toEqual(expect.arrayContaining(seen));
  });
});
