import { devNull, tmpdir } from "node:os";
import { pino } from "pino";
import { serviceDependencies } from "../src/app/dependencies.ts";
import { directoryStore } from "../src/app/files/directory-store.ts";
import { buildApp } from "../src/app/http-app.ts";
import { startJobRunner } from "../src/app/jobs/job-runner.ts";
import { registeredJobs } from "../src/app/jobs/registered-jobs.ts";
import { registerKey } from "../src/app/secrets/registered-keys.ts";
import { Database } from "../src/database/connect/database.ts";
import { jobPool } from "../src/database/jobs/job-queue.ts";
import { Transport } from "../src/interfaces/http/transport.ts";
import { secretsUnder } from "../src/kernel/access/secrets.ts";
import { ChangePublisher } from "../src/modules/records/events/change-publisher.ts";
import { ownOrder } from "./child.ts";
import { answerUsage } from "./measurement.ts";
import { EventsOrder } from "./messages.ts";

/** The service as src/app/server.ts assembles it, with the publishing and delivery that its order requests. */

const order = ownOrder(EventsOrder);
const database = new Database(order.database, { connections: order.connections });
const baseUrl = "https://roost.example";
const sealing = secretsUnder([Buffer.alloc(32, "bench")]);
const secrets = { ...sealing, linkKey: await registerKey(database, sealing) };
const files = directoryStore(tmpdir());
const dependencies = serviceDependencies(database, secrets, files);
const outgoing = { privateFetch: ["127.0.0.1"], localWebhooks: true };
const app = await buildApp({
  ...dependencies,
  baseUrl,
  outgoing,
  logger: pino({ level: "info" }, pino.destination({ dest: devNull, sync: true })),
  transport: new Transport("off", baseUrl),
});
if (order.publishes)
  new ChangePublisher(database, dependencies.queries, (error) => {
    throw error;
  });
if (order.owner) {
  const mailer = { send: async () => undefined, close: async () => undefined };
  startJobRunner({
    database,
    pool: await jobPool(order.owner, "embedded"),
    jobs: registeredJobs,
    surroundings: { ...{ secrets, files, mailer, baseUrl }, ...outgoing, queries: dependencies.queries, endpoints: {} },
    logger: pino({ level: "error" }, pino.destination(2)),
    clock: dependencies.clock,
  });
}
answerUsage(await app.listen({ host: "127.0.0.1", port: 0 }));
