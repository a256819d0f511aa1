import { spawnSync } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aDirectory } from "../start/service.ts";
import { root } from "./production-packages.ts";

const text = await readFile(join(root, "deploy/roost.service"), "utf8");
const whyNotVerified =
  spawnSync("systemd-analyze", ["--version"]).status === 0 ? undefined : "left out: there is no systemd-analyze here";

/** The values of a unit setting, in order. */
function valuesOf(name: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));
}

describe("deploy/roost.service", () => {
  test("signals only Node and gives it time for requests and jobs", () => {
    expect(valuesOf("ExecStart")).toEqual(["/opt/roost/node_modules/.bin/node bin/start.js"]);
    expect(valuesOf("KillMode")).toEqual(["mixed"]);
    expect(Number(valuesOf("TimeoutStopSec")[0])).toBeGreaterThan(50);
  });

  test("keeps data, compiled modules and the socket where deploy/roost.env names them", async () => {
    const settings = await readFile(join(root, "deploy/roost.env"), "utf8");
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(settings)?.[1];
    expect(value("ROOST_DATA_DIR")).toBe(`/var/lib/${valuesOf("StateDirectory")[0]}/data`);
    expect(value("NODE_COMPILE_CACHE")).toBe(`/var/cache/${valuesOf("CacheDirectory")[0]}/compiled`);
    expect(value("TMPDIR")).toBe(`/run/${valuesOf("RuntimeDirectory")[0]}`);
    expect(valuesOf("EnvironmentFile")).toEqual(["/etc/roost/roost.env"]);
  });

  test.skipIf(whyNotVerified)(
    `is a valid systemd unit with low exposure${whyNotVerified ? ` (${whyNotVerified})` : ""}`,
    async () => {
      // systemd-analyze checks that the program exists, which it does not at this path.
      const directory = await aDirectory();
      await mkdir(join(directory, "node_modules/.bin"), { recursive: true });
      await symlink(process.execPath, join(directory, "node_modules/.bin/node"));
      const unit = join(directory, "roost.service");
      await writeFile(unit, text.replaceAll("/opt/roost", directory));
      const verified = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
      expect(verified.stderr.split("\n").filter((line) => line.includes("roost.service"))).toEqual([]);
      const judged = spawnSync("systemd-analyze", ["security", "--offline=yes", "--threshold=20", "--no-pager", unit]);
      expect(judged.status, judged.stdout.toString()).toBe(0);
    },
  );
});
