import { tmpdir } from "node:os";
import { pino } from "pino";
import { serviceDependencies } from "../src/app/dependencies.ts";
import { directoryStore } from "../src/app/files/directory-store.ts";
import { buildApp } from "../src/app/http-app.ts";
import { registerKey } from "../src/app/secrets/registered-keys.ts";
import { Database } from "../src/database/connect/database.ts";
import type { PooledScope } from "../src/database/sql/account-scope.ts";
import { Transport } from "../src/interfaces/http/transport.ts";
import { apiAuthenticator } from "../src/interfaces/rest/admission/authentication.ts";
import { secretsUnder } from "../src/kernel/access/secrets.ts";
import type { Reader } from "../src/kernel/read/visible/read-scope.ts";
import { alwaysReading } from "./always-reading.ts";
import { ownOrder } from "./child.ts";
import { answerUsage } from "./measurement.ts";
import { AccessOrder } from "./messages.ts";

/** The service as src/app/server.ts assembles it, without the access checks that its order disables. */

const order = ownOrder(AccessOrder);

/** Sets no accounts on its connections: only for a database without row-level policies. */
class Unwalled extends Database {
  override within(): PooledScope {
    return super.within([]);
  }
}

/** Finds tokens as `apiTokens` does, without counting requests. */
function uncounted(reader: Reader): Reader {
  const text = `
    select (extract(epoch from now()) * 1000)::bigint,
      extract(epoch from date_trunc('hour', now(), 'UTC') + interval '1 hour')::bigint,
      asked.index, access_tokens.digest, access_tokens.application_id, applications.rate_limit, 1, null,
      array_to_string(access_tokens.scopes, ' '), access_tokens.application_id, access_tokens.account_id, false, false
    from unnest($1::integer[], $2::bytea[], $3::integer[], $4::boolean[]) as asked (index, digest, requests, reads)
    join access_tokens on access_tokens.digest = asked.digest
    join applications on applications.id = access_tokens.application_id
    where access_tokens.revoked_at is null and (access_tokens.expires_at is null or access_tokens.expires_at > now())`;
  return { read: (_statement, values) => reader.read({ name: "uncounted", text }, values) };
}

const options = { connections: order.connections };
const database = order.wall ? new Database(order.database, options) : new Unwalled(order.database, options);
const baseUrl = "https://roost.example";
const sealing = secretsUnder([Buffer.alloc(32, "bench")]);
const secrets = { ...sealing, linkKey: await registerKey(database, sealing) };
const app = await buildApp({
  ...serviceDependencies(database, secrets, directoryStore(tmpdir())),
  authenticator: alwaysReading(apiAuthenticator(order.limit ? database.counting : uncounted(database.counting))),
  baseUrl,
  logger: pino({ level: "error" }, pino.destination(2)),
  transport: new Transport("off", baseUrl),
});
answerUsage(await app.listen({ host: "127.0.0.1", port: 0 }));
