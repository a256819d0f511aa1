import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address is a public one of a single machine: of IPv4 what no registry sets apart (RFC 6890), of IPv6 what lies in the only part
 * that is given out (RFC 4291, 2000::/3), and is no tunnel or translation to somewhere else (6to4, Teredo, NAT64, mapped addresses).
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}
