import { pino } from "pino";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { noteKey } from "../../src/app/secrets/known-keys.ts";
import type { ServerAddress } from "../../src/database/address.ts";
import { Database } from "../../src/database/database.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { aFileStore } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl } from "../harness/service.ts";

/** A service over a primary and its replicas, as one process of several is. */
export interface ReplicatedService {
  readonly database: Database;
  readonly url: string;
  close(): Promise<void>;
}

export async function aReplicatedService(
  primary: ServerAddress,
  replicas: readonly ServerAddress[],
): Promise<ReplicatedService> {
  const database = new Database(primary, { connections: 8, replicas });
  await noteKey(database, testSecrets);
  const { files, remove } = await aFileStore();
  const app = await buildApp({
    ...serviceDependencies(database, testSecrets, files),
    baseUrl,
    logger: pino({ level: process.env.ROOST_LOG_LEVEL ?? "silent" }),
    transport: new Transport("off", baseUrl),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    database,
    url,
    async close() {
      await app.close();
      await database.close();
      await remove();
    },
  };
}
