import { pino } from "pino";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { registerKey } from "../../src/app/secrets/registered-keys.ts";
import type { ServerAddress } from "../../src/database/connect/address.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { openApplicationDatabase } from "../harness/application-database.ts";
import { noFiles } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";

const baseUrl = "https://roost.test";

/** Assembles a service on a database, like src/app/server.ts, and listens. */
export async function serve(
  login: ServerAddress,
  transport = new Transport("off", baseUrl),
  connections = 10,
): Promise<{ url: string; close: () => Promise<void> }> {
  const database = await openApplicationDatabase(login, connections);
  database.onConnectionLost(() => undefined);
  await registerKey(database, testSecrets);
  const app = await buildApp({
    ...serviceDependencies(database, testSecrets, noFiles),
    baseUrl,
    logger: pino({ level: "silent" }),
    transport,
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
