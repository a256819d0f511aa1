import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { letsAddress, letsHost } from "./private-networks.ts";
import { isPublicAddress } from "./public-address.ts";

/** Answers all addresses of a host. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** Where a request goes: a URL, and the addresses that were checked, to none other of which it connects. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
}

/** Why nothing is fetched, as a sentence without its subject ("leads to …") that may be shown to whoever named the URL. */
export interface Refused {
  readonly problem: string;
  /** Whether it may go well at another time. */
  readonly passes: boolean;
}

const usualPorts = new Set(["", "80", "443"]);

const never = (problem: string): Refused => ({ problem, passes: false });

/** All addresses of a host, as the machine resolves names. */
export const resolveAll: Resolve = (host) => lookup(host, { all: true, order: "verbatim" });

/** Where one may go. */
export interface TargetRules {
  /** Hosts and ranges that are let although they are not public (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  /** By http only to those. */
  readonly secure?: boolean | undefined;
}

/**
 * Looks where a URL leads, and whether one may go there: http or https without credentials, on the usual ports, to public addresses alone.
 * A host with only one that is not public is refused. The URL parser has brought addresses such as 2130706433 or 0177.0.0.1 into their
 * usual form.
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
  const isLet = ({ address }: { address: string }): boolean =>
    letsHost(privateFetch, host) || letsAddress(privateFetch, address);
  if (addresses.some((found) => !isLet(found) && !isPublicAddress(found.address)))
    return never("leads to an address that is not public");
  if (secure && url.protocol === "http:" && !addresses.every(isLet)) return never("is not an https URL");
  if (!usualPorts.has(url.port) && !addresses.every(isLet)) return never("names another port than 80 or 443");
  return { url, addresses };
}

async function addressesOf(host: string, resolve: Resolve): ReturnType<Resolve> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return resolve(host).catch(() => []);
}
