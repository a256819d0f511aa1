import { readFileSync } from "node:fs";
import { isObject } from "../../kernel/values/structure.ts";

/** The supported protocol versions, newest first (agent.md, Versions). */
export const protocolVersions = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;
export const newestVersion = protocolVersions[0];

/** The client's version when it is supported, otherwise the newest one. */
export function negotiatedVersion(requested: unknown): string {
  return protocolVersions.find((version) => version === requested) ?? newestVersion;
}

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
  protocol_version: newestVersion,
} as const;

/** The result of `initialize`. */
export function initializeResult(protocolVersion: string): string {
  return JSON.stringify({
    protocolVersion,
    capabilities: { tools: { listChanged: false } },
    serverInfo: server,
    instructions:
      "Reads the records of a holiday rental business: rentals, bookings, guests, prices, fees, taxes. This server is read-only. " +
      "find_stays, quote_stay, calendar, report and find_guest answer the most common questions. For anything else, start with " +
      "api_v3_resources, read a resource's api_v3_resource_schema, then call api_v3_list and api_v3_get. Times are in UTC. Amounts are " +
      "decimal strings in the record's currency. Translated texts are objects keyed by locale.",
  });
}
