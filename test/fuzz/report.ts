import type { Findings } from "./campaign.ts";

/** A campaign's findings as readable lines. */
export function linesOf(findings: Findings, seed: number): string[] {
  const { requests, byClass, reached, done, lastRefusals, operations, failures, slowest, maxWait } = findings;
  const never = [...reached].filter((route) => !done.has(route)).sort();
  const counts = [...byClass].sort().map(([name, count]) => `${name} ${count}`);
  return [
    `${requests} requests (ROOST_PROPERTY_SEED=${seed}): ${counts.join(", ")}`,
    `${reached.size} of ${operations} routes asked, ${done.size} of them did what was asked`,
    ...never.map((route) => `  never: ${route}: ${lastRefusals.get(route) ?? "always with changes"}`.slice(0, 300)),
    `slowest: ${Math.round(slowest.took)} ms, ${slowest.route}`,
    `longest wait of another client: ${Math.round(maxWait.took)} ms, ${maxWait.route}`,
    `${failures.length} failures`,
    ...failures.flatMap(({ route, fault, curl }) => ["", `${route} ${fault}`.slice(0, 600), curl.slice(0, 3000)]),
  ];
}
