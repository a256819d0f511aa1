import { isIP } from "node:net";
import type { OutgoingRules } from "../../kernel/write/context.ts";
import { letsAddress, letsHost } from "../outgoing/private-networks.ts";
import { isPublicAddress } from "../outgoing/public-address.ts";

/**
 * What is plainly wrong with the URL of an endpoint; undefined when nothing is. Where a name leads is looked up with each delivery, and
 * refused then. The URL parser has brought addresses such as 2130706433 or 0177.0.0.1 into their usual form.
 */
export function endpointUrlProblem(text: string, { privateFetch, localWebhooks }: OutgoingRules): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return "must be a URL such as https://shop.example/events";
  if (url.username !== "" || url.password !== "") return "must not hold a name or a password";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isLet = letsHost(privateFetch, host) || letsAddress(privateFetch, host);
  if (isLet) return undefined;
  if (url.protocol === "http:" && !localWebhooks) return "must be https";
  const isLocal = isLoopback(host);
  if (isLocal && localWebhooks) return undefined;
  if (isLocal || (isIP(host) !== 0 && !isPublicAddress(host))) return "must not lead to an address that is not public";
  return undefined;
}

/** Names and addresses of the machine itself, IPv6-mapped ones among them. */
function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return letsAddress(["127.0.0.0/8", "::1"], host);
}
