import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address is public unicast: for IPv4, outside the special-purpose ranges (RFC 6890); for IPv6, within 2000::/3 (RFC 4291)
 * and not a tunnel or translation (6to4, Teredo, NAT64, mapped addresses).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
