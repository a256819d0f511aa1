import { join } from "node:path";
import type { ServerAddress } from "../src/database/connect/address.ts";
import { loginAs } from "../src/database/connect/roles.ts";
import { migrate } from "../src/database/migrate/migrate.ts";
import type { Scope } from "../src/kernel/access/scopes.ts";
import { careless, fill, idsOf, issueToken, processorTime, startThrownAway, withOwner } from "./fixture.ts";

/** One database of the growth benchmark: an account with 100 × `factor` rentals of 50 bookings each, and other accounts. */
export interface GrownDatabase {
  readonly factor: number;
  readonly bookings: number;
  readonly rentals: number;
  /** The number of bookings of all accounts. */
  readonly allBookings: number;
  /** The logins of the application role and the owner. */
  readonly login: ServerAddress;
  readonly owner: ServerAddress;
  aToken(scopes: readonly Scope[]): Promise<string>;
  /** Runs a statement on the account (`$1`) as the owner. @returns its ids */
  ids(sql: string): Promise<number[]>;
}

/** The databases of all sizes on one server, for alternating measurements. */
export interface GrownDatabases extends AsyncDisposable {
  readonly databases: readonly GrownDatabase[];
  /** The server's processor time so far, in milliseconds; undefined if unavailable. */
  processorTime(): Promise<number | undefined>;
}

const bookingsEach = 50;
const rentalsEach = 100;

/** Enough memory to fill and index the largest size quickly. A real service gets less. */
const roomy = {
  ...careless,
  maintenance_work_mem: "512MB",
  max_wal_size: "8GB",
  wal_level: "minimal",
  max_wal_senders: "0",
};

/**
 * Creates the databases: seconds for the small ones, minutes for 100 times the data.
 * @param factors multiples of the smallest size
 * @param share bookings of all accounts per booking of the measured account
 */
export async function growDatabases(
  factors: readonly number[],
  share: number,
  signal: AbortSignal,
): Promise<GrownDatabases> {
  const { directory, server, close } = await startThrownAway(roomy, signal);
  try {
    const login = await prepare(server.address);
    const databases: GrownDatabase[] = [];
    for (const factor of factors) {
      console.error(`Creating ${bookingsEach * rentalsEach * factor * share} bookings …`);
      databases.push(await grow({ owner: server.address, login }, factor, share));
      signal.throwIfAborted();
    }
    return {
      databases,
      processorTime: () => processorTime(join(directory, "postgres")).catch(() => undefined),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates the empty database that the others copy. @returns the application role's login */
async function prepare(owner: ServerAddress): Promise<ServerAddress> {
  await migrate(owner);
  return loginAs("roost_app", owner);
}

async function grow(
  empty: { readonly owner: ServerAddress; readonly login: ServerAddress },
  factor: number,
  share: number,
): Promise<GrownDatabase> {
  const database = `grown_${factor}`;
  const [owner, login] = [
    { ...empty.owner, database },
    { ...empty.login, database },
  ];
  await withOwner({ ...owner, database: "template1" }, (client) =>
    client.query(`create database ${database} template ${empty.owner.database}`),
  );
  const [account = 0] = await withOwner(owner, async (client) => {
    await client.query(
      `create temporary table asked as select ${rentalsEach * factor} as rentals, ${(share - 1) * factor} as others`,
    );
    return fill(client, "./growth-fixture.sql");
  });
  const ids = (sql: string) => withOwner(owner, (client) => idsOf(client, sql.replaceAll("$1", String(account))));
  const [application = 0] = await ids("select id from applications");
  return {
    factor,
    bookings: bookingsEach * rentalsEach * factor,
    rentals: rentalsEach * factor,
    allBookings: bookingsEach * rentalsEach * factor * share,
    login,
    owner,
    aToken: (scopes) => issueToken(login, account, application, scopes),
    ids,
  };
}
