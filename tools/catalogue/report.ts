import type { Finding } from "./finding.ts";

/** The output of `npm run catalogue`, and whether only deliberate differences remain. */
export interface Report {
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** Separates deliberate differences from others. @param deliberate reasons by `Finding.what` */
export function report(findings: readonly Finding[], deliberate: Readonly<Record<string, string>>): Report {
  const found = new Set(findings.map(({ what }) => what));
  const missing = findings.filter(({ what }) => !Object.hasOwn(deliberate, what));
  const stale = Object.keys(deliberate).filter((what) => !found.has(what));
  const intended = Object.entries(deliberate).filter(([what]) => found.has(what));
  return {
    complete: missing.length === 0 && stale.length === 0,
    lines: [
      `Missing or different: ${missing.length}`,
      ...missing.map(({ what, says }) => `  ${what}: ${says}`),
      ...(stale.length === 0
        ? []
        : ["Listed as deliberate but no longer different:", ...stale.map((what) => `  ${what}`)]),
      `Deliberately different: ${intended.length}`,
      ...intended.map(([what, reason]) => `  ${what}: ${reason}`),
    ],
  };
}
