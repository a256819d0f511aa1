import { Client, DatabaseError } from "pg";
import { EmbeddedPostgresError, messageOf } from "./embedded-postgres-error.ts";

/** Where a PostgreSQL server listens, and a login. `host` is a directory when it is a unix socket. */
export interface ServerAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** The superuser's login at a place. */
export function superuserAt(host: string, port: number, password: string): ServerAddress {
  return { host, port, user: "postgres", password, database: "postgres" };
}

const longestAnswer = 5_000;
/** So that PGSSLMODE and PGOPTIONS in Roost's environment have no say here. */
const plain = { ssl: false, options: "" };
const startingOrStopping = "57P03";
const tooManyConnections = "53300";

/**
 * Logs in once: true when the server does work for this login, false when nobody answers (yet).
 *
 * @throws EmbeddedPostgresError when a server answers and will not have us, which waiting does not mend.
 */
export async function answers(address: ServerAddress): Promise<boolean> {
  const client = new Client({ ...address, ...plain, connectionTimeoutMillis: longestAnswer });
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
    throw new EmbeddedPostgresError(`The embedded PostgreSQL refuses our own login: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}
