import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { letsAddress, letsHost } from "./private-networks.ts";
import { isPublicAddress } from "./public-address.ts";

/** Resolves a host to all its addresses. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** A URL and its checked addresses; a request connects only to these. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
}

/** The reason why a URL cannot be fetched, as a predicate ("leads to …") that may be shown to the person who entered the URL. */
export interface Refused {
  readonly problem: string;
  /** Whether a retry may succeed. */
  readonly passes: boolean;
}

const usualPorts = new Set(["", "80", "443"]);

const never = (problem: string): Refused => ({ problem, passes: false });

/** Resolves with the system's resolver. */
export const resolveAll: Resolve = (host) => lookup(host, { all: true, order: "verbatim" });

export interface TargetRules {
  /** Hosts and ranges that are allowed although they are not public (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  /** Allows plain http only to `privateFetch`. */
  readonly secure?: boolean | undefined;
}

/**
 * Resolves a URL and checks that it may be fetched: http or https, no credentials, port 80 or 443, public addresses only. One address
 * that is not public refuses the whole host. The URL parser normalizes addresses such as 2130706433 or 0177.0.0.1.
 */
export async function checkTarget(
  text: string,
  { privateFetch, secure = false }: TargetRules,
  resolve: Resolve = resolveAll,
): Promise<Target | Refused> {
  if (!URL.canParse(text)) return never("is not a URL");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return never("is not an http or https URL");
  if (url.username !== "" || url.password !== "") return never("holds a name or a password");
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = await addressesOf(host, resolve);
  if (addresses.length === 0) return { problem: "names a host that is not known", passes: true };
  const isAllowed = ({ address }: { address: string }): boolean =>
    letsHost(privateFetch, host) || letsAddress(privateFetch, address);
  if (addresses.some((found) => !isAllowed(found) && !isPublicAddress(found.address)))
    return never("leads to an address that is not public");
  if (secure && url.protocol === "http:" && !addresses.every(isAllowed)) return never("is not an https URL");
  if (!usualPorts.has(url.port) && !addresses.every(isAllowed)) return never("names another port than 80 or 443");
  return { url, addresses };
}

async function addressesOf(host: string, resolve: Resolve): ReturnType<Resolve> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return resolve(host).catch(() => []);
}
