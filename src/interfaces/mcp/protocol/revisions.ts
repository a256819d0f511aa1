/** The supported revisions of MCP, newest first (agent.md, Versions). */
export const revisions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export type Revision = (typeof revisions)[number];

/** The revision without sessions: each request names its version and the client's capabilities. */
export const statelessRevision = revisions[0];
const [, newestSessionRevision] = revisions;
const sessionRevisions: readonly string[] = revisions.filter((revision) => revision !== statelessRevision);

/** Whether a version begins with `initialize`. */
export function hasSessions(version: unknown): boolean {
  return typeof version === "string" && sessionRevisions.includes(version);
}

/** The version of a new session: the client's when it has sessions, otherwise the newest that has. */
export function negotiatedRevision(requested: unknown): Revision {
  return revisions.find((revision) => revision === requested && hasSessions(revision)) ?? newestSessionRevision;
}
