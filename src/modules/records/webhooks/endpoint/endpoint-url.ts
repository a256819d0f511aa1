import { isIP } from "node:net";
import type { OutgoingRules } from "../../../../kernel/write/context.ts";
import { letsAddress, letsHost } from "../../../platform/outgoing/private-networks.ts";
import { isPublicAddress } from "../../../platform/outgoing/public-address.ts";

/**
 * What is plainly wrong with the URL of an endpoint; undefined when nothing is. Where a name leads is looked up with each delivery, and
 * refused then. The URL parser has brought addresses such as 2130706433 or 0177.0.0.1 into their usual form.
 */
export function endpointUrlProblem(text: string, rules: OutgoingRules): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return "must be a URL such as https://shop.example/events";
  if (url.username !== "" || url.password !== "") return "must not hold a name or a password";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (mayBeLet(host, rules)) return undefined;
  if (isLoopback(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    return "must not lead to an address that is not public";
  if (url.protocol === "http:") return "must be https";
  return url.port === "" ? undefined : "must not name another port than 443";
}

/** Whether a setting lets more than public addresses, which of a name is not known before it is looked up. */
function mayBeLet(host: string, { privateFetch, localWebhooks }: OutgoingRules): boolean {
  if (letsHost(privateFetch, host) || letsAddress(privateFetch, host)) return true;
  if (isLoopback(host)) return localWebhooks;
  return isIP(host) === 0 && (localWebhooks || privateFetch.length > 0);
}

/** Names and addresses of the machine itself, IPv6-mapped ones among them. */
function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return letsAddress(["127.0.0.0/8", "::1"], host);
}
