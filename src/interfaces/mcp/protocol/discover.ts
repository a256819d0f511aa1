import type { Method, Offering } from "./offering.ts";
import { revisions } from "./revisions.ts";

/** An hour: only a new release changes the result. */
const cache = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/** Adds the methods that describe the server: `server/discover`, and `ping` for sessions. */
export function withDiscovery(offering: Offering): Offering {
  const { capabilities, instructions, methods, sessionMethods } = offering;
  const json = JSON.stringify({ supportedVersions: revisions, capabilities, instructions });
  const discover: Method = () => ({ json, cache });
  const ping: Method = () => ({ json: "{}" });
  return {
    ...offering,
    methods: new Map([...methods, ["server/discover", discover]]),
    sessionMethods: new Map([...sessionMethods, ["ping", ping]]),
  };
}
