import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { ServerAddress } from "./address.ts";
import { Transaction, type RawRow, type Statement } from "./transaction.ts";
import { rawTypes } from "./wire-types.ts";

/** Milliseconds before a transaction is tried again. */
const pause = 25;

/**
 * The database as the application sees it: a pool of connections as the role `roost_app`, which owns nothing.
 * Connections are in UTC with ISO dates, so that the text that PostgreSQL sends has one form.
 */
export class Database {
  private readonly pool: pg.Pool;

  constructor(address: ServerAddress, options: { connections?: number } = {}) {
    this.pool = new pg.Pool({
      ...connectionConfig(address),
      max: options.connections ?? 16,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: 10_000,
    });
    // The pool replaces a broken connection by itself; an error that nobody listens to would end the process.
    this.pool.on("error", () => {});
  }

  /** Calls `report` when an idle connection breaks; the pool replaces it by itself. */
  onConnectionLost(report: (error: Error) => void): void {
    this.pool.on("error", (error) => {
      // While it closes, the server may be gone before the last goodbye was heard: nothing is lost.
      if (!this.pool.ending) report(error);
    });
  }

  /** Runs one reading statement and answers rows of raw text, as the row writers take them. */
  async read(statement: Statement, values: readonly unknown[]): Promise<RawRow[]> {
    const result = await this.pool.query<(string | null)[]>({
      ...statement,
      values: [...values],
      rowMode: "array",
      types: rawTypes,
    });
    return result.rows;
  }

  /**
   * Runs `work` in one transaction: committed when it answers, rolled back when it throws. A deadlock or a serialisation failure
   * is tried again (three times in all) before it is given up; `work` must therefore not leave traces outside of the database.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>, mode: "write" | "read" = "write"): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work, mode);
      } catch (error) {
        if (attempt === 3 || !isPassingConflict(error)) throw error;
        // At once, we would often take the same lock before the other, which waits for it, has woken up; and meet it again.
        await wait(pause * attempt * (1 + Math.random()));
      }
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async once<T>(work: (transaction: Transaction) => Promise<T>, mode: "write" | "read"): Promise<T> {
    const client = await this.pool.connect();
    // Outside of the pool nobody listens to a client: without this, a connection that breaks between two statements ends the process.
    let broken = false;
    const breaks = (): void => {
      broken = true;
    };
    client.on("error", breaks);
    try {
      await client.query(mode === "read" ? "begin isolation level repeatable read read only" : "begin");
      const result = await work(new Transaction(client));
      const { command } = await client.query("commit");
      // PostgreSQL answers so, without an error, when a statement had failed and `work` went on all the same.
      if (command !== "COMMIT") throw new Error(`A transaction was to be committed and ended with ${command}.`);
      return result;
    } catch (error) {
      // When the connection itself is gone, the server has rolled back, and the pool must not hand this client out again.
      await client.query("rollback").catch(breaks);
      throw error;
    } finally {
      client.release(broken);
      client.off("error", breaks);
    }
  }
}

/** How the application connects; the migrations do it as the owner that the address names. */
export function connectionConfig(address: ServerAddress, as: "application" | "owner" = "application"): pg.ClientConfig {
  const settings = [
    "-c timezone=UTC",
    "-c datestyle=ISO",
    "-c statement_timeout=30000",
    "-c idle_in_transaction_session_timeout=30000",
  ];
  if (as === "application") settings.push("-c role=roost_app");
  return {
    host: address.host,
    port: address.port,
    user: address.user,
    password: address.password,
    database: address.database,
    ...(address.ssl === undefined ? {} : { ssl: address.ssl }),
    options: settings.join(" "),
    application_name: "roost",
  };
}

/** The SQLSTATE of a database error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The constraint that a database error names, or undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

/** Whether an error says that the database cannot be reached, rather than that it refused something. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return state.startsWith("08") || state.startsWith("57P");
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (
    typeof code === "string" &&
    ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ENOTFOUND", "ETIMEDOUT"].includes(code)
  ) {
    return true;
  }
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(error.message)
  );
}

function isPassingConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40P01" || state === "40001";
}
