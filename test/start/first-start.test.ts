import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { canBeAnother, daemon } from "../../packages/embedded-postgres/test/served.ts";
import { demoOwner } from "../../src/modules/platform/people/demo-user.ts";
import { roost } from "../cli/roost.ts";
import { aDatabase, runSql, urlOf } from "../harness/databases.ts";
import { aMigratedDirectory } from "./migrated-directory.ts";
import { aDirectory, aPort, plainSettings, Service } from "./service.ts";
import { aSmallDisk, noMounting } from "./small-disk.ts";

/** The output of a failed start: exactly one line. */
async function refusal(settings: Record<string, string>, user?: typeof daemon): Promise<string> {
  const service = new Service(settings, user);
  expect(await service.ended, service.err).toEqual({ code: 1, signal: null });
  expect(service.out).toBe("");
  expect(service.complaints).toHaveLength(1);
  return service.complaints[0] ?? "";
}

/** A port in use until released. */
async function aTakenPort(): Promise<{ readonly port: number; readonly letGo: () => Promise<void> }> {
  const port = await aPort();
  const other = createServer();
  await new Promise<void>((listens) => other.listen(port, "::", listens));
  const letGo = () => new Promise<void>((closed) => other.close(() => closed()));
  onTestFinished(() => void other.close());
  return { port, letGo };
}

describe("a start that fails its checks creates nothing:", () => {
  test.each(["ROOST_HTTPS_PORT", "ROOST_HTTP_PORT", "ROOST_METRICS_PORT"])("%s is in use", async (setting) => {
    const { port } = await aTakenPort();
    const directory = await aDirectory();
    const ports = { ROOST_HTTP_PORT: String(await aPort()), ROOST_HTTPS_PORT: String(await aPort()) };
    expect(await refusal({ ROOST_DATA_DIR: directory, ...ports, [setting]: String(port) })).toBe(
      `Roost cannot start: ${setting} is ${port}, which is in use, possibly by another Roost. Set it to another port.`,
    );
    expect(await readdir(directory)).toEqual([]);
  });

  test.runIf(canBeAnother && process.platform === "linux")("a port below 1024 without privileges", async (context) => {
    const first = Number(spawnSync("sysctl", ["-n", "net.ipv4.ip_unprivileged_port_start"]).stdout);
    context.skip(!(first > 80), "This kernel lets every user listen on port 80.");
    const settings = { ...(await plainSettings(await aDirectory(daemon))), ROOST_HTTP_PORT: "80" };
    expect(await refusal(settings, daemon)).toMatch(
      /^Roost cannot start: ROOST_HTTP_PORT is 80, which .*proxy.*setcap/,
    );
  });

  test("a disk without space for a database", async (context) => {
    context.skip(noMounting !== undefined, noMounting);
    const { directory } = await aSmallDisk(45);
    expect(await refusal(await plainSettings(join(directory, "data")))).toMatch(
      /^Roost cannot start: The disk of \/.*data has \d+ MB free; a new database needs \d+ MB\. /,
    );
  });

  test("a disk that is mounted read-only", async (context) => {
    context.skip(noMounting !== undefined, noMounting);
    const { directory } = await aSmallDisk(1);
    expect(spawnSync("mount", ["-o", "remount,ro", directory]).status).toBe(0);
    for (const path of [directory, join(directory, "data")])
      expect(await refusal(await plainSettings(path))).toBe(
        `Roost cannot start: Cannot use the directory ${path}: its disk is mounted read-only.`,
      );
  });

  test.runIf(process.platform === "linux").each(["ROOST_DATA_DIR", "ROOST_FILES_DIR"])(
    "%s on a file system without support for directories",
    async (setting) => {
      expect(await refusal({ ...(await plainSettings()), [setting]: "/proc/x/y" })).toMatch(
        /^Roost cannot start: Cannot use the directory \/proc\/x\/y: it is missing/,
      );
      if (setting !== "ROOST_DATA_DIR") return;
      const { code, err } = await roost({ ROOST_DATA_DIR: "/proc/x" }, ["account", "list"]);
      expect([code, err]).toEqual([1, expect.stringMatching(/^error: Cannot use the directory \/proc\/x: .*\n$/)]);
    },
  );
});

test("a first start prints each step immediately, and the first one that serves shows the demo's credentials", async () => {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  const settings = {
    ROOST_DATA_DIR: await aDirectory(),
    DATABASE_URL: urlOf(database.owner),
    ROOST_HTTP_PORT: String(await aPort()),
    ROOST_HTTPS_PORT: String(await aPort()),
  };
  const service = await new Service(settings).ready();
  expect(service.out).toMatch(/^Creating the demo …\n/);
  expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  // Like a start that seeded the demo and failed before it served.
  await runSql(database.owner, "update users set password_digest = null");

  const second = await new Service(settings).ready();
  expect(second.out).not.toContain("Creating the demo");
  expect(second.out).toContain(`shown only once):\n\n${demoOwner.email}\n`);
  expect(second.out).toMatch(/^roost_[\w-]{43}$/m);
  expect(second.out).toMatch(/^mcp_[0-9A-Za-z]{43}$/m);
  expect(second.out).toMatch(/ user password --email demo@example\.com$/m);
  expect(await second.signal("SIGTERM")).toEqual({ code: 0, signal: null });

  const third = await new Service(settings).ready();
  expect(third.out).not.toMatch(/^(roost_|mcp_)/m);
  expect(third.out).toMatch(/ user password --email demo@example\.com$/m);
});

/** Makes every IPv6 socket fail, as on a machine that was started with ipv6.disable=1. */
const withoutIpv6 = `#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
int socket(int domain, int type, int protocol) {
  if (domain != AF_INET6) return syscall(SYS_socket, domain, type, protocol);
  errno = EAFNOSUPPORT;
  return -1;
}`;

test("serves on a machine without IPv6", async (context) => {
  const library = join(await aDirectory(), "without-ipv6.so");
  const compiled = spawnSync("cc", ["-shared", "-fPIC", "-x", "c", "-o", library, "-"], { input: withoutIpv6 });
  context.skip(process.platform !== "linux" || compiled.status !== 0, "needs Linux and a C compiler");
  const port = await aPort();
  const settings = {
    ...(await plainSettings(await aMigratedDirectory())),
    ROOST_TLS: "proxy",
    ROOST_HTTP_PORT: `${port}`,
  };
  const base = { ROOST_BASE_URL: "https://roost.example.com", ROOST_METRICS_PORT: String(await aPort()) };
  await new Service({ ...settings, ...base, LD_PRELOAD: library }).ready();
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${base.ROOST_METRICS_PORT}/metrics`)).status).toBe(200);
});

test.each([
  [["--help"], 0, /^npm start runs the service\. It takes no arguments\. Settings are environment variables/],
  [["--port", "80"], 2, /^Roost cannot start: a start takes no arguments, such as "--port"\. Settings are/],
])("a start with the arguments %j creates nothing and names the settings", async (words, code, line) => {
  const directory = join(await aDirectory(), "data");
  const main = join(import.meta.dirname, "../../bin/start.js");
  const environment = { PATH: process.env.PATH, ROOST_DATA_DIR: directory };
  const ran = spawnSync(process.execPath, [main, ...words], { env: environment, encoding: "utf8", timeout: 20_000 });
  expect(ran.status).toBe(code);
  expect(`${ran.stdout}${ran.stderr}`).toMatch(line);
  expect(`${ran.stdout}${ran.stderr}`.trim().split("\n")).toHaveLength(1);
  expect(existsSync(directory)).toBe(false);
});

test("a start that creates a database prints where", async () => {
  const directory = await aDirectory();
  const service = await new Service(await plainSettings(directory)).ready();
  expect(service.out).toMatch(/^Creating a database in /);
  expect(service.out.split("\n")[0]).toBe(`Creating a database in ${directory} …`);
});
