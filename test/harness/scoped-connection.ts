import pg from "pg";
import { onTestFinished } from "vitest";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { connectionConfig } from "../../src/database/connect/database.ts";
import { onCluster } from "./own-objects.ts";

type Row = Record<string, unknown>;

/** The service's connection options on a cluster, which propagate transaction settings to the workers. */
const workerOptions = "-c citus.propagate_set_commands=local";

/**
 * A connection like the service's, scoped to some accounts, with transactions under the test's control. On a cluster, statements
 * run in transactions that pass the accounts to the workers.
 */
export class ScopedConnection {
  private readonly client: pg.Client;
  private accounts: readonly number[] = [];
  private isUnderWay = false;

  /** Opens a connection for the duration of a test. @param login the application's, or the owner's with `as` */
  static async open(
    login: ServerAddress,
    accounts: readonly number[] = [],
    as: "roost_app" | "owner" = "roost_app",
  ): Promise<ScopedConnection> {
    const config = connectionConfig(login, as);
    const client = new pg.Client(onCluster() ? { ...config, options: `${config.options} ${workerOptions}` } : config);
    // Tests terminate connections: the failing statement reports it.
    client.on("error", () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    const connection = new ScopedConnection(client);
    await connection.enter(accounts);
    return connection;
  }

  private constructor(client: pg.Client) {
    this.client = client;
  }

  /** Sets the scope to these accounts. Call it between transactions. */
  async enter(accounts: readonly number[]): Promise<void> {
    this.accounts = accounts;
    if (!onCluster()) await this.client.query("select set_config('roost.accounts', $1, false)", [`{${accounts}}`]);
  }

  async begin(isolation: "read committed" | "repeatable read" = "read committed"): Promise<void> {
    await this.client.query(`begin isolation level ${isolation}`);
    if (onCluster()) await this.client.query(`set local roost.accounts = '{${this.accounts}}'`);
    this.isUnderWay = true;
  }

  commit = (): Promise<void> => this.end("commit");
  rollback = (): Promise<void> => this.end("rollback");

  private async end(how: string): Promise<void> {
    this.isUnderWay = false;
    await this.client.query(how);
  }

  async query<R extends pg.QueryResultRow = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return (await this.sending(text, values, (query) => this.client.query<R>(query))).rows;
  }

  /** Returns each row as an array. */
  async arrays(text: string, values: readonly unknown[] = []): Promise<unknown[][]> {
    const sent = await this.sending(text, values, (query) =>
      this.client.query<unknown[]>({ ...query, rowMode: "array" }),
    );
    return sent.rows;
  }

  private async sending<T>(
    text: string,
    values: readonly unknown[],
    send: (query: { text: string; values: unknown[] }) => Promise<T>,
  ): Promise<T> {
    const query = { text, values: [...values] };
    if (!onCluster() || this.isUnderWay) return send(query);
    await this.begin();
    try {
      const answer = await send(query);
      await this.commit();
      return answer;
    } catch (error) {
      // The first error is the relevant one.
      await this.rollback().catch(() => undefined);
      throw error;
    }
  }
}
