import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { processesOn } from "../crash/processes.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aDatabaseUrl, aDirectory, aPort, plainSettings, Service } from "./service.ts";

/** The output of a failed start: exactly one line. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const service = new Service(settings);
  expect(await service.ended, service.err).toEqual({ code: 1, signal: null });
  expect(service.out).toBe("");
  expect(service.complaints).toHaveLength(1);
  return service.complaints[0] ?? "";
}

test("a second start on the same data or port fails in one line, and the first keeps serving", async () => {
  const settings = await plainSettings(await aMigratedDirectory());
  const first = await new Service(settings).ready();

  expect(await refusal(settings)).toBe(
    `Roost cannot start: Roost already runs on ${settings.ROOST_DATA_DIR}: stop it first, or use another directory.`,
  );
  const elsewhere = await aMigratedDirectory();
  expect(await refusal({ ...settings, ROOST_DATA_DIR: elsewhere })).toBe(
    `Roost cannot start: ROOST_HTTP_PORT is ${settings.ROOST_HTTP_PORT}, which is in use, possibly by another Roost. Set it to another port.`,
  );
  if (process.platform === "linux") expect(await processesOn(elsewhere)).toEqual([]);

  expect((await fetch(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}/api/v3/rentals`)).status).toBe(401);
  expect(await first.signal("SIGTERM")).toEqual({ code: 0, signal: null });
});

test("a start with TLS fails when the plain HTTP port is in use", async () => {
  const port = await aPort();
  const other = createServer().listen(port, "::");
  onTestFinished(() => void other.close());
  const settings = {
    DATABASE_URL: await aDatabaseUrl(),
    ROOST_DEMO: "off",
    ROOST_DATA_DIR: await aDirectory(),
    ROOST_HTTP_PORT: String(port),
    ROOST_HTTPS_PORT: String(await aPort()),
  };
  expect(await refusal(settings)).toMatch(`ROOST_HTTP_PORT is ${port}, which is in use`);
});
