import { expect, test } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { openLog } from "../../src/app/logs/log.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import type { Route } from "../../src/kernel/route.ts";
import { rental } from "../../src/modules/property/rentals/rental.ts";
import { ApiClient } from "../harness/client.ts";
import { noFiles } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl, useService } from "../harness/service.ts";

const service = useService();

test("logs a value that only the database rejects with its column, without the row", async () => {
  const lines: string[] = [];
  const mistaken: Route = {
    method: "POST",
    path: "/mistaken",
    scopes: ["rentals_write"],
    resource: rental,
    summary: "Mistaken.",
    operation: {
      kind: "write",
      success: 204,
      run: async ({ transaction, account }) => {
        await transaction.run("update accounts set phone = '+33 6 12 34 56 78', status = 'lost' where id = $1", [
          account.id,
        ]);
        return "gone";
      },
    },
  };
  const app = await buildApp({
    ...serviceDependencies(service.database, testSecrets, noFiles),
    routes: [mistaken],
    baseUrl,
    logger: openLog("info", { write: (line) => void lines.push(line) }),
    transport: new Transport("off", baseUrl),
  });
  const { token } = await service.aClient(await service.anAccount());
  const client = new ApiClient(await app.listen({ host: "127.0.0.1", port: 0 }), token);
  const answer = await client.post("/mistaken");
  await app.close();

  expect(answer.status).toBe(422);
  expect(answer.json).toMatchObject({ errors: { base: ["has a value that is not allowed"] } });
  const [line = "", ...others] = lines.filter((text) => text.includes('"err":'));
  expect(others).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    reqId: answer.headers.get("x-request-id"),
    err: {
      code: "23514",
      table: "accounts",
      constraint: "accounts_status_check",
      stack: expect.stringContaining("log.test.ts"),
    },
  });
  for (const text of [...lines, answer.text]) {
    expect(text).not.toContain("12 34 56 78");
    expect(text).not.toContain(token);
  }
});
