import { pino } from "pino";
import type { ServerAddress } from "../../src/database/address.ts";
import { Database } from "../../src/database/database.ts";
import { buildApp } from "../../src/http/app.ts";
import { Gate } from "../../src/http/gate.ts";
import { Transport } from "../../src/http/transport.ts";
import { Catalogue } from "../../src/kernel/catalogue.ts";
import { Plans } from "../../src/kernel/read/plans.ts";
import { Admissions } from "../../src/oauth/admission.ts";
import { resources, routes } from "../../src/registry.ts";

const baseUrl = "https://roost.test";

/** Puts a service together over a database, as src/house.ts does, and listens. */
export async function serve(
  login: ServerAddress,
  transport = new Transport("off", baseUrl),
  connections = 10,
): Promise<{ url: string; close: () => Promise<void> }> {
  const database = new Database(login, { connections });
  database.onConnectionLost(() => undefined);
  const app = await buildApp({
    database,
    plans: new Plans(new Catalogue(resources)),
    routes,
    gate: new Gate(new Admissions(database.counting)),
    baseUrl,
    clock: Date.now,
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
