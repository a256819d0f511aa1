import { readFileSync } from "node:fs";
import { isObject } from "../../kernel/values/structure.ts";

/** The protocol versions that are understood, the newest first (agent.md, Versions). */
export const protocolVersions = ["2025-06-18", "2025-03-26", "2024-11-05"] as const;
export const newestVersion = protocolVersions[0];

/** The version that a client is answered with. */
export function agreedVersion(asked: unknown): string {
  return protocolVersions.find((version) => version === asked) ?? newestVersion;
}

/** The version of this release, from its package.json. */
function ownVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return isObject(parsed) && typeof parsed.version === "string" ? parsed.version : "0";
}

export const server = { name: "roost", title: "Roost", version: ownVersion() } as const;

/** What the health check answers. */
export const health = {
  status: "ok",
  server: server.name,
  version: server.version,
  protocol_version: newestVersion,
} as const;

/** The result of `initialize`. */
export function welcome(protocolVersion: string): string {
  return JSON.stringify({
    protocolVersion,
    capabilities: { tools: { listChanged: false } },
    serverInfo: server,
    instructions:
      "Reads the records of a holiday rental business: rentals, bookings, guests, prices, fees, taxes. find_stays, quote_stay, calendar, " +
      "report and find_guest answer what people ask most. For all else begin with api_v3_resources, look at api_v3_resource_schema of what " +
      "you need, then use api_v3_list and api_v3_get. Times are in UTC, money is decimal text in the " +
      "record's currency, texts in several languages are objects by locale. Nothing can be changed here.",
  });
}
