import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Statement } from "./statement.ts";

declare module "pg" {
  interface ClientBase {
    readonly connection: Connection;
  }
  interface Connection {
    /** Texts of the statements that the driver has prepared, by name. */
    readonly parsedStatements: Record<string, string>;
  }
}

/** Limit for statements written in the code: far more than a connection runs in its ten minutes. */
const maxConstant = 500;

/** Limit for statements that requests compose. PostgreSQL uses 50 to 100 kB for most of them, and up to 1 MB for a large list. */
const maxComposed = 200;

/**
 * One connection's prepared statements; evicts the least recently used. Composed statements have their own limit, so that
 * no client can evict a statement of the code.
 */
export class PreparedStatements {
  private readonly client: pg.ClientBase;
  private readonly constant: LRUCache<string, true>;
  private readonly composed: LRUCache<string, true>;

  constructor(client: pg.ClientBase) {
    this.client = client;
    const dispose = (_: true, name: string, why: string): void => {
      if (why === "evict") client.query(new Close(name));
    };
    this.constant = new LRUCache({ max: maxConstant, dispose });
    this.composed = new LRUCache({ max: maxComposed, dispose });
  }

  /** Records that the driver has run a statement, which may evict another. */
  noteRun({ name, isComposed = false }: Statement): void {
    // The statement is invalid, or was evicted during this run.
    if (name === undefined || this.client.connection.parsedStatements[name] === undefined) return;
    (isComposed ? this.composed : this.constant).set(name, true);
  }
}

/** Closes a prepared statement. Unlike DEALLOCATE, it also works within a failed transaction. */
class Close extends pg.Query {
  private readonly statement: string;

  constructor(statement: string) {
    // It fails only if the connection fails.
    super("", () => undefined);
    this.statement = statement;
  }

  override submit = (connection: pg.Connection): void => {
    delete connection.parsedStatements[this.statement];
    connection.close({ type: "S", name: this.statement }, true);
    connection.sync();
  };
}
