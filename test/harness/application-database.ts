import type { ServerAddress } from "../../src/database/connect/address.ts";
import { Database } from "../../src/database/connect/database.ts";
import { isDistributed } from "../../src/database/connect/is-distributed.ts";

/** Opens a database as the service does, on one server or a cluster. The caller closes it. */
export async function openApplicationDatabase(login: ServerAddress, connections: number): Promise<Database> {
  return new Database(login, { connections, distributed: await isDistributed(login) });
}
