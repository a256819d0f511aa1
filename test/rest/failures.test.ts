import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { serviceDependencies } from "../../src/app/dependencies.ts";
import { buildApp } from "../../src/app/http-app.ts";
import { Database } from "../../src/database/connect/database.ts";
import { Transport } from "../../src/interfaces/http/transport.ts";
import { ApiClient, errorsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { noFiles } from "../harness/files.ts";
import { testSecrets } from "../harness/secrets.ts";
import { baseUrl, useService } from "../harness/service.ts";

const service = useService();

describe("a failure of the service", () => {
  test("500 reveals the request id and no internals", async () => {
    const client = await service.aClient(await service.anAccount());
    await aRental(client);
    await service.sql("alter table living_rooms rename column sofa_beds_count to sofa_beds_hidden");
    const sample = { living_rooms: [{ sofa_beds_count: 1 }] };
    const failed = [await client.get("/living_rooms"), await client.post("/rentals/1/living_rooms", sample)];
    await service.sql("alter table living_rooms rename column sofa_beds_hidden to sofa_beds_count");
    for (const answer of failed) {
      const id = answer.headers.get("x-request-id");
      expect(answer.status).toBe(500);
      expect(answer.json).toEqual({
        errors: [
          { code: "internal_error", details: `Unexpected error. Contact the administrator and quote request ${id}.` },
        ],
      });
      expect(answer.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
    }
    expect((await client.get("/living_rooms")).status).toBe(200);
  });

  test("503 with Retry-After while the database is unavailable", async () => {
    const database = new Database({ host: "/nonexistent", port: 1, user: "nobody", password: "", database: "none" });
    const app = await buildApp({
      ...serviceDependencies(database, testSecrets, noFiles),
      baseUrl,
      logger: pino({ level: "silent" }),
      transport: new Transport("off", baseUrl),
    });
    try {
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      const answer = await new ApiClient(url, `roost_${"A".repeat(43)}`).get("/rentals");
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(errorsOf(answer)).toEqual([{ code: "unavailable", details: "The database is unavailable. Retry later." }]);
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    } finally {
      await app.close();
      await database.close();
    }
  });
});
