import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

/** Digests the parts of a subject, so that no person or address is stored. JSON keeps the parts distinct. */
export function subjectOf(...parts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

/**
 * The part of an address that identifies a client: an IPv4 address, or the first 64 bits of an IPv6 address. Some proxies append the
 * client's port, which changes with each connection and is removed.
 */
export function networkOf(addressAndPort: string): string {
  const address = addressAndPort.replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d+$|^\[([^\]]*)\](?::\d+)?$/, "$1$2");
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
