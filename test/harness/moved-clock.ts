import { clockVariables } from "../../packages/embedded-postgres/src/owner.ts";

/** What a process with an environment of its own needs to be on the day of this one, where `test/on-another-day.sh` moved its clock. */
export function movedClock(): Record<string, string> {
  if (process.env.FAKETIME === undefined) return {};
  return Object.fromEntries(clockVariables.map((name) => [name, process.env[name] ?? ""]));
}
