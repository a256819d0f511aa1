import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { routes } from "../../src/app/registry.ts";
import { sqlState, violatedConstraint } from "../../src/database/sql/errors.ts";
import type { Transaction } from "../../src/database/sql/transaction.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import type { Route } from "../../src/kernel/route.ts";
import { booking } from "../../src/modules/stays/bookings/booking.ts";
import { ApiClient, errorsOf } from "../harness/client.ts";
import { noFiles } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl, useSharedService } from "../harness/service.ts";
import { aRental, book, nightsSoldTwice } from "./calendar.ts";

const service = useSharedService();

interface Place {
  readonly account: number;
  readonly rental: number;
}

async function aPlace(): Promise<Place> {
  const account = await service.anAccount();
  return { account, rental: await aRental(await service.aClient(account)) };
}

/** The database scoped to the accounts of these places. */
const scopeOf = (...places: Place[]) => service.database.within(places.map(({ account }) => account));

/** Inserts a stay directly as the application's role, without checking that its nights are free. */
async function put(
  transaction: Transaction,
  index: Place,
  start: string,
  end: string,
  canceled = false,
): Promise<number> {
  const row = await transaction.row<{ id: number }>(
    `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency, canceled_at)
     values ($1, $2, $3, $4, true, false, 1, 'Application', 'EUR', $5) returning id`,
    [index.account, index.rental, `${start}T16:00:00Z`, `${end}T10:00:00Z`, canceled ? "2031-01-01T00:00:00Z" : null],
  );
  return row?.id ?? 0;
}

const putAlone = (index: Place, start: string, end: string, canceled = false): Promise<number> =>
  scopeOf(index).transaction((transaction) => put(transaction, index, start, end, canceled));

describe("the database", () => {
  test("refuses a second booking of a night, whether created, moved or reinstated", async () => {
    const index = await aPlace();
    await putAlone(index, "2031-03-01", "2031-03-05");
    const moved = await putAlone(index, "2031-03-05", "2031-03-07");
    const canceled = await putAlone(index, "2031-03-02", "2031-03-03", true);
    const attempts = [
      putAlone(index, "2031-03-04", "2031-03-06"),
      scopeOf(index).transaction((t) =>
        t.run("update bookings set start_at = start_at - interval '1 day' where id = $1", [moved]),
      ),
      scopeOf(index).transaction((t) => t.run("update bookings set canceled_at = null where id = $1", [canceled])),
    ];
    const outcomes = await Promise.allSettled(attempts);
    const reasons = outcomes.map((outcome) => outcome.status === "rejected" && violatedConstraint(outcome.reason));
    expect(reasons).toEqual(Array(3).fill("no_night_is_sold_twice"));
  });

  test("allows an arrival on a departure day, at any hour, and other rentals", async () => {
    const index = await aPlace();
    await putAlone(index, "2031-03-01", "2031-03-05");
    await putAlone(index, "2031-03-05", "2031-03-06");
    await putAlone({ ...index, rental: (await aPlace()).rental }, "2031-03-01", "2031-03-05").catch((error: unknown) =>
      // The rental belongs to another account, which another constraint refuses.
      expect(sqlState(error)).toBe("23503"),
    );
    await putAlone(await aPlace(), "2031-03-01", "2031-03-05");
  });

  test("accepts one of eight writers that skip the application's lock", async () => {
    const index = await aPlace();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => putAlone(index, "2031-03-01", "2031-03-05")),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(sqlState(outcome.reason)).toMatch(/^(23P01|40P01)$/);
    expect(await nightsSoldTwice(service, index.rental)).toEqual([]);
  });
});

describe("a write that only the database refuses", () => {
  let client: ApiClient;
  let index: Place;
  let deadlocks = 0;
  const app = { close: async () => {} };

  /** Routes that skip the calendar check, simulating a bug. */
  const careless = (path: string, run: (transaction: Transaction) => Promise<unknown>): Route => ({
    method: "POST",
    path,
    scopes: ["bookings_write"],
    resource: booking,
    summary: "Careless.",
    operation: {
      kind: "write",
      success: 204,
      run: async ({ transaction }) => {
        await run(transaction);
        return "gone";
      },
    },
  });

  beforeAll(async () => {
    index = await aPlace();
    const api = await buildApp({
      ...serviceDependencies(service.database, testSecrets, noFiles),
      routes: [
        ...routes,
        careless("/careless", (transaction) => put(transaction, index, "2031-03-01", "2031-03-05")),
        careless("/deadlock", async (transaction) => {
          deadlocks++;
          await transaction.run("do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$");
        }),
        careless("/cut", (transaction) => transaction.run("select pg_terminate_backend(pg_backend_pid())")),
      ],
      baseUrl,
      logger: pino({ level: "silent" }),
      transport: new Transport("off", baseUrl),
    });
    app.close = () => api.close();
    const known = await service.aClient(index.account);
    client = new ApiClient(await api.listen({ host: "127.0.0.1", port: 0 }), known.token);
  });
  afterAll(() => app.close());

  test("is a 422 on base, for each of many concurrent ones", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post("/careless")));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(422)]);
    const refusal = answers.find(({ status }) => status === 422);
    expect(refusal && errorsOf(refusal)).toEqual({ base: ["conflicts with a concurrent change"] });
  });

  test("is retried five times after a persistent deadlock, then is a 422", async () => {
    deadlocks = 0;
    const answer = await client.post("/deadlock");
    expect(answer.status, answer.text).toBe(422);
    expect(errorsOf(answer)).toEqual({ base: ["conflicts with a concurrent change"] });
    expect(deadlocks).toBe(5);
  });

  test("is a 503 when its connection is cut, and the next request uses another one", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post("/cut")));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(503));
    expect(answers[0]?.headers.get("retry-after")).not.toBeNull();
    const answer = await book(client, index.rental, { arrival: 200, departure: 201 });
    expect(answer.status, answer.text).toBe(201);
  });
});

describe("a transaction", () => {
  test("is retried after a deadlock, and both succeed", async () => {
    const [one, other] = [await aPlace(), await aPlace()];
    let attempts = 0;
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const lock = (transaction: Transaction, { rental }: Place) =>
      transaction.run("update rentals set notes = coalesce(notes, '') || 'x' where id = $1", [rental]);
    const meet = (mine: Place, theirs: Place, arrived: () => void, planned: Promise<void>) =>
      scopeOf(mine, theirs).transaction(async (transaction) => {
        attempts++;
        await lock(transaction, mine);
        arrived();
        await planned;
        await lock(transaction, theirs);
      });
    await Promise.all([
      meet(one, other, first.resolve, second.promise),
      meet(other, one, second.resolve, first.promise),
    ]);
    expect(attempts).toBeGreaterThanOrEqual(3);
    const notes = await service.sql("select notes from rentals where id = any($1)", [[one.rental, other.rental]]);
    expect(notes.map((row) => row.notes)).toEqual(["xx", "xx"]);
  });

  test("is not acknowledged after a failed statement, and keeps nothing", async () => {
    const index = await aPlace();
    const swallowing = scopeOf(index).transaction(async (transaction) => {
      await put(transaction, index, "2031-03-01", "2031-03-05");
      await transaction.run("select 1 / 0").catch(() => {});
    });
    await expect(swallowing).rejects.toThrow();
    expect(await service.sql("select id from bookings where rental_id = $1", [index.rental])).toEqual([]);
  });
});
