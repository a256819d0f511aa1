import type { ServerAddress } from "../../src/database/connect/address.ts";
import { Database } from "../../src/database/connect/database.ts";
import { isDistributed } from "../../src/database/connect/is-distributed.ts";

/** A database as the service uses it, whether it lies on one server or on a cluster; whoever opens it closes it. */
export async function openApplicationDatabase(login: ServerAddress, connections: number): Promise<Database> {
  return new Database(login, { connections, distributed: await isDistributed(login) });
}
