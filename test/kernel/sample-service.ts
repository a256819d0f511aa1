import { pino } from "pino";
import { onTestFinished } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import type { Route } from "../../src/kernel/route.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import { baseUrl } from "../harness/service.ts";

/** Serves only these routes over the test's database. @returns the URL */
export async function serveRoutes(service: TestService, routes: readonly Route[]): Promise<string> {
  const app = await buildApp({
    ...serviceDependencies(service.database, testSecrets, service.files),
    routes,
    baseUrl,
    logger: pino({ level: "silent" }),
    transport: new Transport("off", baseUrl),
  });
  onTestFinished(() => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
}
