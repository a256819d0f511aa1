import ipaddr from "ipaddr.js";

const hostName = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i;

/** What is wrong with an entry of `ROOST_PRIVATE_FETCH`, to follow its name in a sentence; undefined for a host, an address or a range. */
export function privateFetchProblem(entry: string): string | undefined {
  if (ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry)) return undefined;
  if (/^[\d./:]+$/.test(entry) || !hostName.test(entry))
    return "is no host such as files.internal, no address, and no range such as 10.0.0.0/8";
  return undefined;
}

/** Whether the setting lets a host by its name. */
export function letsHost(privateFetch: readonly string[], host: string): boolean {
  return privateFetch.some((entry) => entry.toLowerCase() === host.toLowerCase());
}

/** Whether the setting lets an address, by itself or by a range. */
export function letsAddress(privateFetch: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  return privateFetch.some((entry) => {
    if (ipaddr.isValidCIDR(entry)) {
      const [network, bits] = ipaddr.parseCIDR(entry);
      return network.kind() === asked.kind() && asked.match(network, bits);
    }
    return ipaddr.isValid(entry) && ipaddr.process(entry).toNormalizedString() === asked.toNormalizedString();
  });
}
