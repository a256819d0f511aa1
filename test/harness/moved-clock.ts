import { clockVariables } from "../../packages/embedded-postgres/src/owner.ts";

/** Variables that a child process needs to share this one's date when `test/on-another-day.sh` moved the clock. */
export function movedClock(): Record<string, string> {
  if (process.env.FAKETIME === undefined) return {};
  return Object.fromEntries(clockVariables.map((name) => [name, process.env[name] ?? ""]));
}
