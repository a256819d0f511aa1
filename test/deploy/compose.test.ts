import { execFile } from "node:child_process";
import { cp, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseKeys } from "../../src/app/secrets/parse-keys.ts";
import { addressOf } from "../../src/database/open.ts";
import { aDirectory } from "../start/service.ts";
import { readDockerfile } from "./dockerfile.ts";
import { root } from "./production-packages.ts";

const run = promisify(execFile);
const deploy = join(root, "deploy");
const compose = parse(await readFile(join(deploy, "compose.yaml"), "utf8"), { merge: true });
const { roost, worker, postgres, caddy } = compose.services;

test("compose.yaml runs the service hardened, under an init, with time to drain, as the image does", async () => {
  const image = readDockerfile(await readFile(join(deploy, "Dockerfile"), "utf8"));
  for (const service of [roost, worker]) {
    expect(service).toMatchObject({ init: true, read_only: true, cap_drop: ["ALL"], stop_grace_period: "60s" });
    expect(service.security_opt).toEqual(["no-new-privileges:true"]);
    expect(service.volumes).toEqual([`data:${image.volumes[0]}`]);
  }
  expect(roost.build).toEqual({ context: "..", dockerfile: "deploy/Dockerfile" });
  expect(caddy.environment.UPSTREAM).toBe(`roost:${image.ports[0]}`);
  expect(worker).toMatchObject({ profiles: ["worker"], command: [image.command[0], "bin/roost.js", "worker"] });
  expect(worker.environment).not.toHaveProperty("ROOST_WORKER");
});

test("compose.yaml pins every image, reads secrets from files only and declares its volumes", () => {
  for (const service of Object.values<{ image: string; secrets?: string[]; volumes?: string[] }>(compose.services)) {
    expect(service.image).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
    for (const secret of service.secrets ?? [])
      expect(compose.secrets[secret]).toEqual({ file: `./secrets/${secret}` });
    for (const volume of service.volumes ?? [])
      if (!volume.startsWith("./")) expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0]);
  }
  for (const [name, value] of Object.entries({ ...roost.environment, ...postgres.environment }))
    if (/KEY|PASSWORD|DATABASE_URL/.test(name))
      expect([name, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
});

test("compose.yaml publishes only the proxy's ports, and services wait for healthy dependencies", () => {
  expect(caddy.ports).toEqual(["80:80", "443:443", "443:443/udp"]);
  for (const service of [roost, worker, postgres]) expect(service).not.toHaveProperty("ports");
  expect(roost.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
  expect(postgres.healthcheck.test.slice(0, 2)).toEqual(["CMD", "pg_isready"]);
  for (const service of [worker, caddy])
    expect(service.depends_on).toEqual({ roost: { condition: "service_healthy" } });
});

test.skipIf(process.platform === "win32")(
  "make-secrets.sh creates secrets that the service can read, once",
  async () => {
    const directory = await aDirectory();
    await cp(join(deploy, "make-secrets.sh"), join(directory, "make-secrets.sh"));
    await run("sh", [join(directory, "make-secrets.sh")]);
    const read = (name: string) => readFile(join(directory, "secrets", name), "utf8");
    const { POSTGRES_USER, POSTGRES_DB } = postgres.environment;
    expect(addressOf(await read("database-url"))).toEqual({
      ...{ host: "postgres", port: 5432, user: POSTGRES_USER, database: POSTGRES_DB },
      password: await read("postgres-password"),
    });
    const key = await read("secrets-key");
    expect(parseKeys(key.trim())).toBeDefined();
    for (const name of Object.keys(compose.secrets))
      expect((await stat(join(directory, "secrets", name))).mode & 0o777).toBe(0o600);
    if (process.getuid?.() === 0) expect((await stat(join(directory, "secrets/secrets-key"))).uid).toBe(10001);

    await expect(run("sh", [join(directory, "make-secrets.sh")])).rejects.toThrow("already contains secrets");
    expect(await read("secrets-key")).toBe(key);
  },
);
