import { spawnSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDirectory } from "../start/service.ts";
import { root } from "./production-packages.ts";

/** Runs deploy/roost with these lines in its settings file, and a Node that prints its directory, arguments and variables. */
async function run(settings: string, words: readonly string[]): Promise<string[]> {
  const directory = await aDirectory();
  const program = async (path: string, body: string): Promise<void> => {
    await writeFile(join(directory, path), `#!/bin/sh\n${body}\n`);
    await chmod(join(directory, path), 0o755);
  };
  for (const folder of ["node_modules/.bin", "bin", "caller"])
    await mkdir(join(directory, folder), { recursive: true });
  await program("node_modules/.bin/node", 'printf "%s\\n" "$PWD" "$@"; env');
  await program("bin/runuser", 'shift 3; exec "$@"');
  await writeFile(join(directory, "roost.env"), settings);
  const script = (await readFile(join(root, "deploy/roost"), "utf8"))
    .replaceAll("/etc/roost", directory)
    .replaceAll("/opt/roost", directory);
  const ran = spawnSync("/bin/sh", ["-c", script, "roost", ...words], {
    cwd: join(directory, "caller"),
    env: { PATH: `${join(directory, "bin")}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
  return ran.stdout.split("\n").map((line) => line.replaceAll(directory, "/opt/roost"));
}

test("deploy/roost reads settings as systemd does, without a shell's expansions", async () => {
  const output = await run(
    `# A comment with $(exit 9)
; another

DATABASE_URL=postgres://roost:a$b\`c@db/roost?sslmode=verify-full&sslrootcert=/etc/db.pem
  ROOST_TRUSTED_PROXIES="loopback, 10.0.0.0/8"
ROOST_MAIL_FROM='stay@example.com'
not a setting
ROOST_METRICS_TOKEN=(a;b|c>d)*~#e=f`,
    ["account", "list"],
  );
  expect(output).toEqual(
    expect.arrayContaining([
      "DATABASE_URL=postgres://roost:a$b`c@db/roost?sslmode=verify-full&sslrootcert=/etc/db.pem",
      "ROOST_TRUSTED_PROXIES=loopback, 10.0.0.0/8",
      "ROOST_MAIL_FROM=stay@example.com",
      "ROOST_METRICS_TOKEN=(a;b|c>d)*~#e=f",
    ]),
  );
});

test("deploy/roost passes words and the caller's directory on, so that relative paths work", async () => {
  const output = await run(await readFile(join(root, "deploy/roost.env"), "utf8"), ["import", "my rentals.csv"]);
  expect(output.slice(0, 4)).toEqual(["/opt/roost", "bin/roost.js", "import", "my rentals.csv"]);
  const directory = ["npm_lifecycle_event=roost", "INIT_CWD=/opt/roost/caller"];
  expect(output).toEqual(expect.arrayContaining([...directory, "ROOST_TLS=proxy", "TMPDIR=/run/roost"]));
});
