import { spawnSync } from "node:child_process";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canBeAnother, daemon } from "../../packages/embedded-postgres/test/served.ts";
import { processesOn } from "../crash/processes.ts";
import { ApiClient } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { aRental, created } from "../harness/factories.ts";
import { smallPicture } from "../photos/pictures.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aDirectory, aPort, aToken, plainSettings, Service, serverOf } from "./service.ts";

const outward = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** The commands in a welcome text. */
const commandsIn = (out: string): string[] => out.split("\n").filter((line) => line.startsWith("curl "));

function paste(command: string | undefined): unknown {
  const { stdout, stderr, status } = spawnSync("/bin/sh", ["-c", `${command}`], { encoding: "utf8" });
  expect(status, `${command}\n${stderr}`).toBe(0);
  return JSON.parse(stdout);
}

test.runIf(hasCurl)(
  "npm start prints the URL, a token at the first start only, and four commands that work as printed",
  async () => {
    const [http, https] = [await aPort(), await aPort()];
    const environment = {
      ROOST_DATA_DIR: join(await aDirectory(), "my data"),
      ROOST_HTTP_PORT: String(http),
      ROOST_HTTPS_PORT: String(https),
    };
    const service = await new Service(environment).ready();
    expect(service.out).toMatch(new RegExp(`^Roost is ready \\(\\d+\\.\\d s\\): https://localhost:${https}$`, "m"));
    expect(service.out).toMatch(/^roost_[\w-]{43}$/m);
    const commands = commandsIn(service.out);
    expect(commands).toHaveLength(4);
    const [rentals, search, book, news] = commands;
    expect(paste(rentals)).toMatchObject({ rentals: expect.arrayContaining([expect.objectContaining({ id: 1 })]) });
    expect(paste(search)).toMatchObject({
      rentals: expect.arrayContaining([expect.objectContaining({ final_price: expect.any(Number) })]),
    });
    expect(paste(book)).toMatchObject({ bookings: [{ status: "Booked" }] });
    expect(paste(book)).toEqual({
      errors: { base: [expect.stringMatching(/^the nights are taken by booking [0-9A-Z]{6}$/)] },
    });
    // The demo's calendar may block nights meanwhile.
    expect(paste(news)).toMatchObject({
      bookings: expect.arrayContaining([expect.objectContaining({ status: "Booked" })]),
    });
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });

    const again = await new Service(environment).ready();
    expect(again.out).not.toContain("The demo has");
    expect(again.out).not.toMatch(/^(roost_|mcp_)/m);
    // The first start's tokens still work, and this start issued no others.
    expect(paste(rentals)).toMatchObject({ rentals: expect.arrayContaining([expect.objectContaining({ id: 1 })]) });
    const tokens = await runSql(
      await serverOf(environment.ROOST_DATA_DIR),
      "select (select count(*)::integer from access_tokens) as api, (select count(*)::integer from agent_tokens) as agent",
    );
    expect(tokens.rows).toEqual([{ api: 1, agent: 1 }]);
    // Issuing another token runs npm and the command line, which takes longest.
    const [newToken] = /^TOKEN=.*$/m.exec(again.out) ?? [];
    const [, , bookAgain] = commandsIn(again.out);
    expect(paste(`${newToken}\n${bookAgain}`)).toMatchObject({ bookings: [{ status: "Booked" }] });
  },
);

test("without the demo, the welcome shows how to begin and the database is empty; without TLS, the service listens on loopback only", async () => {
  const settings = await plainSettings(await aMigratedDirectory());
  const { out } = await new Service(settings).ready();
  const asked = (host: string) => fetch(`http://${host}:${settings.ROOST_HTTP_PORT}/api/v3/rentals`);
  expect((await asked("127.0.0.1")).status).toBe(401);
  if (outward) await expect(asked(outward)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(out).toContain(`http://localhost:${settings.ROOST_HTTP_PORT}`);
  expect(out).toContain("account create");
  expect(out).not.toContain("roost_");
});

test.runIf(canBeAnother)(
  "an ordinary user can start Roost on their own directory and gets an error for another's",
  async () => {
    // packages/embedded-postgres/test/users.test.ts covers creating a server as such a user.
    const directory = await aMigratedDirectory(await aDirectory(daemon));
    expect(spawnSync("chown", ["-R", `${daemon.uid}:${daemon.gid}`, directory]).status).toBe(0);
    const settings = await plainSettings(directory);
    const service = await new Service(settings, daemon).ready();
    const { token } = await aToken(await serverOf(directory));
    const client = new ApiClient(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}`, token);
    const rental = await aRental(client);
    // A file that belongs to another user, too.
    await created(client, `/rentals/${rental.id}/photos`, "photos", { photo: smallPicture, kind: "livingroom" });
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    if (process.platform === "linux") expect(await processesOn(directory)).toEqual([]);

    const refused = new Service({ ...settings, ROOST_DATA_DIR: join(await aDirectory(), "data") }, daemon);
    expect(await refused.ended).toEqual({ code: 1, signal: null });
    expect(refused.complaints).toEqual([
      expect.stringMatching(
        /^Roost cannot start: Cannot use the directory \/.*data: this user has no write permission\.$/,
      ),
    ]);
  },
);
