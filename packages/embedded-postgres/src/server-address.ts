import { Client, DatabaseError } from "pg";
import { EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";

/** A PostgreSQL server's address and login. `host` is a directory for a Unix socket. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The superuser's login at an address. */
export function superuserAt(host: string, port: number, password: string): ServerAddress {
  return { host, port, user: "postgres", password, database: "postgres" };
}

const loginTimeoutMs = 5_000;
/** Overrides PGSSLMODE and PGOPTIONS in Roost's environment. */
const plain = { ssl: false, options: "" };
const startingOrStopping = "57P03";
const tooManyConnections = "53300";

/**
 * Tries to log in: true if the server accepts connections, false if it does not answer yet.
 *
 * @throws EmbeddedPostgresError if the server refuses the login, which waiting would not fix.
 */
export async function acceptsLogin(address: ServerAddress): Promise<boolean> {
  const client = new Client({ ...address, ...plain, connectionTimeoutMillis: loginTimeoutMs });
  let lost: Error | undefined;
  client.on("error", (error) => {
    lost = error;
  });
  try {
    await client.connect();
    await client.end();
    return lost === undefined;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === startingOrStopping) return false;
    if (error.code === tooManyConnections) return true;
    throw new EmbeddedPostgresError(`The embedded PostgreSQL refused Roost's login: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
