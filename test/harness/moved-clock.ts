import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { clockVariables } from "../../packages/embedded-postgres/src/owner.ts";

/** The file with the clock's offset, when `test/on-another-day.sh` moved the clock. */
const file = process.env.FAKETIME_TIMESTAMP_FILE;

/** Variables that a child process needs to share this one's date when `test/on-another-day.sh` moved the clock. */
export function movedClock(): Record<string, string> {
  if (file === undefined) return {};
  return Object.fromEntries(clockVariables.map((name) => [name, process.env[name] ?? ""]));
}

/**
 * Moves the clock of this process and of PostgreSQL. Only under `test/on-another-day.sh`, and for a run of one file.
 * @param moment epoch milliseconds
 */
export async function moveClock(moment: number): Promise<void> {
  if (file === undefined) throw new Error("Only test/on-another-day.sh starts tests whose clock can be moved.");
  const present = Number.parseInt(await readFile(file, "utf8"), 10);
  const offset = present + Math.round((moment - Date.now()) / 1000);
  await writeFile(file, `${offset < 0 ? "" : "+"}${offset}s\n`);
  // libfaketime reads the file again once its copy is older than a second, in whole seconds.
  await wait(3000);
}
