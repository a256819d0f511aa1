import { devNull, tmpdir } from "node:os";
import { pino } from "pino";
import { serviceDependencies } from "../src/app/dependencies.ts";
import { directoryStore } from "../src/app/files/directory-store.ts";
import { buildApp } from "../src/app/http-app.ts";
import { registerKey } from "../src/app/secrets/registered-keys.ts";
import { Database } from "../src/database/connect/database.ts";
import { Transport } from "../src/interfaces/http/transport.ts";
import { secretsUnder } from "../src/kernel/access/secrets.ts";
import { alwaysReading } from "./always-reading.ts";
import { ownOrder } from "./child.ts";
import { answerUsage } from "./measurement.ts";
import { ServiceOrder } from "./messages.ts";
import { startTelemetry } from "./started-telemetry.ts";

/** The service as src/app/server.ts assembles it, in its own process on plain loopback HTTP. */

const { database: login, connections, distributed = false, telemetry, keeps = true } = ownOrder(ServiceOrder);
const database = new Database(login, { connections, distributed });
const baseUrl = "https://roost.example";
const sealing = secretsUnder([Buffer.alloc(32, "bench")]);
const secrets = { ...sealing, linkKey: await registerKey(database, sealing) };
if (telemetry) await startTelemetry(database, telemetry);
const dependencies = serviceDependencies(database, secrets, directoryStore(tmpdir()));
const app = await buildApp({
  ...dependencies,
  authenticator: keeps ? dependencies.authenticator : alwaysReading(dependencies.authenticator),
  baseUrl,
  // Log entries of ordinary requests (the agents' audit) are written to the null device.
  logger: pino(
    { level: "info" },
    pino.multistream([
      { level: "info", stream: pino.destination({ dest: devNull, sync: true }) },
      { level: "error", stream: pino.destination(2) },
    ]),
  ),
  transport: new Transport("off", baseUrl),
});
answerUsage(await app.listen({ host: "127.0.0.1", port: 0 }));
