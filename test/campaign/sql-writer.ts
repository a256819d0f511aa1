import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Random } from "../concurrency/load.ts";
import type { Statements } from "../harness/databases.ts";
import type { Ledger, Written } from "./ledger.ts";
import type { Market } from "./market.ts";

const kind = "book by SQL";
const insert = `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency, external_reference)
  values ($1, $2, $3, $4, true, false, $5, 'Application', 'EUR', $6) returning id::int`;

/**
 * Inserts bookings by SQL, without the service and its locks: only the database prevents double bookings (bookings.md, States). It writes
 * to the last rental, which is not linked.
 */
export class SqlWriter {
  readonly #market: Market;
  readonly #sql: Statements;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #number: number;
  #stopped = false;

  constructor(
    number: number,
    market: Market,
    ledger: Ledger,
    { sql, random }: { readonly sql: Statements; readonly random: Random },
  ) {
    this.#number = number;
    this.#market = market;
    this.#ledger = ledger;
    this.#sql = sql;
    this.#random = random;
  }

  stop(): void {
    this.#stopped = true;
  }

  async work(): Promise<void> {
    for (let step = 0; !this.#stopped; step++) {
      await this.write(step);
      await wait(200 + this.#random.below(800));
    }
  }

  /** Inserts one booking on random nights. */
  async write(step: number): Promise<void> {
    const { account, rentals, firstNight, clients } = this.#market;
    const arrival = firstNight + this.#random.below(300);
    const marker = `s${this.#number}-${step}`;
    const [from, to] = [arrival, arrival + 1 + this.#random.below(6)].map((day) =>
      new Date(day * 86_400_000).toISOString(),
    );
    const written: Written = {
      ...{ kind, account, marker, onceAlways: true, request: `${insert} ${from} ${to}` },
      ...{ attempts: [{ sentAt: Date.now() }], outcome: "open" },
    };
    this.#ledger.written.push(written);
    const values = [account, rentals.at(-1), from, to, clients[0]?.application, marker];
    const id = await this.#sql
      .run<{ id: number }>(insert, values)
      .then(([row]) => row?.id)
      .catch((error: unknown) => (isRefused(error) ? undefined : this.#settle(marker)));
    written.outcome = id === undefined ? "refused" : "done";
    if (id !== undefined) written.id = id;
    this.#ledger.note(kind, written.outcome);
  }

  /** After a broken connection, reads until the database shows whether the insert succeeded. */
  async #settle(marker: string): Promise<number | undefined> {
    this.#ledger.broken++;
    for (;;) {
      await wait(1000);
      const rows = await this.#sql
        .run<{ id: number }>("select id::int from bookings where external_reference = $1", [marker])
        .catch(() => undefined);
      if (rows) return rows[0]?.id;
    }
  }
}

/** Whether the database refused: the nights are taken (23P01), or it resolved a deadlock (40P01). */
const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === "23P01" || error.code === "40P01");
