import { execFile } from "node:child_process";
import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { aDirectory } from "./fixture.ts";

const run = promisify(execFile);
const project = join(import.meta.dirname, "../../..");

/** The README's first program, with a query. */
const program = `
import { startEmbeddedPostgres } from "@roost/embedded-postgres";
import pg from "pg";
const server = await startEmbeddedPostgres({ directory: "./data" });
const client = new pg.Client(server.address);
await client.connect();
const { rows } = await client.query("select 6 * 7 as answer");
await client.end();
await server.stop();
console.log(rows[0].answer);
`;

test("the published package starts a server with plain Node, without the project's sources", async () => {
  const directory = await aDirectory();
  const [built, modules] = [join(directory, "built"), join(directory, "node_modules")];
  await run(process.execPath, [join(project, "packages/embedded-postgres/tools/build.ts"), built]);
  const packed = await run("npm", ["pack", "--json", "--pack-destination", directory, built], { cwd: directory });
  const [{ filename }]: [{ filename: string }] = JSON.parse(packed.stdout);
  // Link its dependencies instead of installing them from the network.
  const home = join(modules, "@roost/embedded-postgres");
  await mkdir(home, { recursive: true });
  await run("tar", ["-xzf", join(directory, filename), "-C", home, "--strip-components", "1"]);
  for (const name of await readdir(join(project, "node_modules")))
    if (!name.startsWith(".") && name !== "@roost")
      await symlink(join(project, "node_modules", name), join(modules, name));
  expect((await readdir(home)).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))).toEqual([]);
  await writeFile(join(directory, "program.mjs"), program);
  const { stdout } = await run(process.execPath, ["program.mjs"], { cwd: directory });
  expect(stdout).toBe("42\n");
});
