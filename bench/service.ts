import { devNull } from "node:os";
import { pino } from "pino";
import { Database } from "../src/database/database.ts";
import { serviceDependencies } from "../src/app/dependencies.ts";
import { buildApp } from "../src/app/http-app.ts";
import { Transport } from "../src/interfaces/http/transport.ts";
import { ownOrder } from "./child.ts";
import { answerUsage } from "./measurement.ts";
import { ServiceOrder } from "./messages.ts";

/** The service as src/app/server.ts puts it together, in a process of its own on plain loopback HTTP. */

const { database: login, connections } = ownOrder(ServiceOrder);
const database = new Database(login, { connections });
const baseUrl = "https://roost.example";
const app = await buildApp({
  ...serviceDependencies(database),
  baseUrl,
  // What the service logs of an ordinary request (the agents' audit) is written, to where nobody reads it.
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
