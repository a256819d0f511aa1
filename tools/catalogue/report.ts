import type { Finding } from "./finding.ts";

/** What `npm run catalogue` prints, and whether nothing is missing. */
export interface Report {
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** Tells findings from those that are meant. @param deliberate reasons by what a finding names */
export function report(findings: readonly Finding[], deliberate: Readonly<Record<string, string>>): Report {
  const found = new Set(findings.map(({ what }) => what));
  const missing = findings.filter(({ what }) => !Object.hasOwn(deliberate, what));
  const stale = Object.keys(deliberate).filter((what) => !found.has(what));
  const meant = Object.entries(deliberate).filter(([what]) => found.has(what));
  return {
    complete: missing.length === 0 && stale.length === 0,
    lines: [
      `Missing or different: ${missing.length}`,
      ...missing.map(({ what, says }) => `  ${what}: ${says}`),
      ...(stale.length === 0
        ? []
        : ["Listed as deliberate, and no difference any more:", ...stale.map((what) => `  ${what}`)]),
      `Deliberately different: ${meant.length}`,
      ...meant.map(([what, because]) => `  ${what}: ${because}`),
    ],
  };
}
