import ipaddr from "ipaddr.js";

const hostName = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;

/** The problem of an entry of `ROOST_PRIVATE_FETCH`, as a predicate; undefined for a valid host, address or range. */
export function privateFetchProblem(entry: string): string | undefined {
  if (ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry)) return undefined;
  if (/^[\d./:]+$/.test(entry) || !hostName.test(entry))
    return "is neither a host such as files.internal, nor an address, nor a range such as 10.0.0.0/8";
  return undefined;
}

/** Whether the setting allows a host by its name. */
export function letsHost(privateFetch: readonly string[], host: string): boolean {
  return privateFetch.some((entry) => entry.toLowerCase() === host.toLowerCase());
}

/** Whether the setting allows an address, by itself or by a range. */
export function letsAddress(privateFetch: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return privateFetch.some((entry) => {
    if (ipaddr.isValidCIDR(entry)) {
      const [network, bits] = ipaddr.parseCIDR(entry);
      return network.kind() === parsed.kind() && parsed.match(network, bits);
    }
    return ipaddr.isValid(entry) && ipaddr.process(entry).toNormalizedString() === parsed.toNormalizedString();
  });
}
