import { readFileSync } from "node:fs";
import { isObject } from "../../kernel/values/structure.ts";
import { statelessRevision } from "./protocol/revisions.ts";

/** The version of this release, from its package.json. */
function ownVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return isObject(parsed) && typeof parsed.version === "string" ? parsed.version : "0";
}

export const server = { name: "roost", title: "Roost", version: ownVersion() } as const;

/** The response of the health check. */
export const health = {
  status: "ok",
  server: server.name,
  version: server.version,
  protocol_version: statelessRevision,
} as const;
