import { routes } from "../../src/app/registry.ts";
import type { Example, Examples } from "../../src/kernel/openapi/examples.ts";
import type { Route } from "../../src/kernel/route.ts";
import { rebuildStaleRates } from "../../src/modules/pricing/rates/static/rebuild-stale-rates.ts";
import type { ApiClient } from "../harness/client.ts";
import { anAmenity } from "../harness/factories.ts";
import { type Ids, requiredQuery } from "../harness/fixture.ts";
import { importSamplePayouts } from "../harness/imported-payouts.ts";
import type { TestService } from "../harness/service.ts";
import { executedFailures } from "./failures.ts";
import { buildBusiness } from "./fixture.ts";
import { deposits, moves, portal } from "./moves.ts";
import { proposals } from "./proposals.ts";
import { Recorder } from "./recorder.ts";

const aDay = 86_400_000;

/** Executes the documentation's example requests in an empty service and returns the responses. */
export async function executedExamples(service: TestService): Promise<Examples> {
  const today = Math.floor(Date.now() / aDay) * aDay;
  const account = await service.anAccount({ business_name: "Aurora Stays", email: "office@aurora.example" });
  const client = await service.aClient(account);
  const recorder = new Recorder(client, today);
  await sharedRecords(service, recorder, client);
  await buildBusiness(recorder);
  await moves(service, recorder, account);
  await deposits(service, recorder, account);
  await portal(service, recorder, account);
  await proposals(service, recorder, account, today);
  await rebuildStaleRates(service.database, today / aDay, (_rental, error) => {
    throw error;
  });
  const known = new Map(
    ["rentals", "bookings", "sources", "payment_gateways"].map((name) => [name, recorder.id(name)]),
  );
  await importSamplePayouts(service, account, known);
  await noteDelivery(service, account);
  await readEverything(recorder, known);
  return { operations: inOrder(recorder.operations), failures: await executedFailures(service, client) };
}

/** Creates records that no route creates: an amenity, a destination and the account's installed applications. */
async function sharedRecords(service: TestService, recorder: Recorder, client: ApiClient): Promise<void> {
  recorder.know("accounts", client.account);
  recorder.know("preferences_general_settings", client.account);
  recorder.know("amenities", Number((await anAmenity(service, "internet")).id));
  const [destination] = await service.sql(
    "insert into destinations (name, fullname, permalink) values ($1, $2, $3) returning id::integer",
    [{ en: "Nice" }, { en: "Nice, France" }, { en: "nice" }],
  );
  recorder.know("destinations", Number(destination?.id));
  recorder.know("applications", client.application);
  // A member of the account registered this application, so it may lift a restriction.
  const [user] = await service.sql(
    "insert into users (email, fullname) values ('office@aurora.example', 'Aurora Office') returning id::integer",
  );
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
    client.account,
    user?.id,
  ]);
  await service.sql("update applications set name = 'Example website', registered_by_user_id = $2 where id = $1", [
    client.application,
    user?.id,
  ]);
}

/** Records the ping's delivery, because no job runs here to send it. */
async function noteDelivery(service: TestService, account: number): Promise<void> {
  await service.sql(
    `insert into webhook_deliveries (account_id, message_id, endpoint_id, attempt, status, duration_ms, answer)
     select account_id, id, endpoint_id, 1, 204, 42, '' from webhook_messages where account_id = $1`,
    [account],
  );
}

/** Executes every list and every computed read. */
async function readEverything(recorder: Recorder, known: Ids): Promise<void> {
  for (const route of routes) {
    const key = `${route.method} ${route.path}`;
    if (route.operation.kind !== "list" && route.operation.kind !== "read") continue;
    if (key in recorder.operations) continue;
    const answer = await recorder.send(
      route.method,
      route.path,
      undefined,
      new URLSearchParams(requiredQuery(route, known)),
    );
    // A response without a list shows no record either.
    if (!Array.isArray(answer.json[answeredRoot(route)])) delete recorder.operations[key];
  }
}

function answeredRoot({ resource, operation }: Route): string {
  return ((operation.kind === "read" && operation.answers) || resource).root;
}

function inOrder(operations: Readonly<Record<string, Example>>): Record<string, Example> {
  return Object.fromEntries(
    routes.flatMap(({ method, path }) => {
      const example = operations[`${method} ${path}`];
      return example ? [[`${method} ${path}`, example] as const] : [];
    }),
  );
}
