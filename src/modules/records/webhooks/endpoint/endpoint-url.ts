import { isIP } from "node:net";
import type { OutgoingRules } from "../../../../kernel/write/context.ts";
import { letsAddress, letsHost } from "../../../platform/outgoing/private-networks.ts";
import { isPublicAddress } from "../../../platform/outgoing/public-address.ts";

/**
 * The obvious problem with an endpoint's URL, if any. Host names are resolved and checked at delivery.
 * The URL parser already normalizes addresses such as 2130706433 or 0177.0.0.1.
 */
export function endpointUrlProblem(text: string, rules: OutgoingRules): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return "must be a URL such as https://shop.example/events";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (mayBeAllowed(host, rules)) return undefined;
  if (isLoopback(host) || (isIP(host) !== 0 && !isPublicAddress(host))) return "must have a public address";
  if (url.protocol === "http:") return "must be https";
  return url.port === "" ? undefined : "must use port 443";
}

/** Whether settings allow non-public addresses; a name might resolve to one, which is checked at delivery. */
function mayBeAllowed(host: string, { privateFetch, localWebhooks }: OutgoingRules): boolean {
  if (letsHost(privateFetch, host) || letsAddress(privateFetch, host)) return true;
  if (isLoopback(host)) return localWebhooks;
  return isIP(host) === 0 && (localWebhooks || privateFetch.length > 0);
}

/** Whether a host names this machine, including IPv6-mapped addresses. */
function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return letsAddress(["127.0.0.0/8", "::1"], host);
}
