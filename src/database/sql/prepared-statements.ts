import { LRUCache } from "lru-cache";
import pg from "pg";
import type { Statement } from "./statement.ts";

declare module "pg" {
  interface ClientBase {
    readonly connection: Connection;
  }
  interface Connection {
    /** Texts of the statements that the driver knows to be prepared, by name. */
    readonly parsedStatements: Record<string, string>;
  }
}

/** Statements of the code that a connection keeps prepared: far more than one meets in its ten minutes. */
const maxConstant = 500;

/** Statements that requests compose. PostgreSQL takes 50 to 100 kB for most of them, and up to 1 MB for a large list. */
const maxComposed = 200;

/**
 * The statements that one connection has prepared. It drops the least recently used ones. Those that requests compose have a bound of their
 * own, so that no client can push out a statement of the code.
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

  /** Notes that the driver has run a statement. Another one may be dropped in its place, behind all runs of it. */
  noteRun({ name, isComposed = false }: Statement): void {
    // Not prepared: it is wrong, or was dropped while this run was under way.
    if (name === undefined || this.client.connection.parsedStatements[name] === undefined) return;
    (isComposed ? this.composed : this.constant).set(name, true);
  }
}

/** Drops a prepared statement. Unlike the command DEALLOCATE, it also does so within a failed transaction. */
class Close extends pg.Query {
  private readonly statement: string;

  constructor(statement: string) {
    // It fails only with its connection.
    super("", () => undefined);
    this.statement = statement;
  }

  override submit = (connection: pg.Connection): void => {
    delete connection.parsedStatements[this.statement];
    connection.close({ type: "S", name: this.statement }, true);
    connection.sync();
  };
}
