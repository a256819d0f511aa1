import pg from "pg";
import type { Column } from "./answer.ts";
import { LruMap } from "./lru-map.ts";
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

/** `columns`: undefined where no run has described them. */
interface Prepared {
  readonly columns: readonly Column[] | undefined;
}

/**
 * The statements that one connection has prepared. It drops the least recently used ones. Those that requests compose have a bound of their
 * own, so that no client can push out a statement of the code.
 */
export class PreparedStatements {
  private readonly client: pg.ClientBase;
  private readonly constant = new LruMap<Prepared>(maxConstant);
  private readonly composed = new LruMap<Prepared>(maxComposed);

  constructor(client: pg.ClientBase) {
    this.client = client;
  }

  /** The columns of a prepared statement; undefined where it is not prepared, or has not been described. */
  columnsOf({ name, isComposed }: Statement): readonly Column[] | undefined {
    return name === undefined ? undefined : this.boundOf(isComposed).get(name)?.columns;
  }

  /** Notes that the driver has run a statement. @returns the request that drops another one in its place, to be sent behind all others */
  noteRun(statement: Statement, columns = this.columnsOf(statement)): pg.Query | undefined {
    const { name, isComposed } = statement;
    // Not prepared: it is wrong, or was dropped while this run was under way.
    if (name === undefined || this.client.connection.parsedStatements[name] === undefined) return undefined;
    const dropped = this.boundOf(isComposed).set(name, { columns });
    return dropped === undefined ? undefined : new Close(dropped);
  }

  private boundOf(isComposed = false): LruMap<Prepared> {
    return isComposed ? this.composed : this.constant;
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
