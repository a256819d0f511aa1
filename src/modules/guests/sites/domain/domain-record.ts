import { keyedDigestSql } from "../../../../kernel/access/keyed-digest.ts";

/** The results of looking for a site's DNS record. `proven` and `expiring` names are served. */
export const domainStates = ["unchecked", "missing", "unreachable", "taken", "proven", "expiring"] as const;

/** SQL: whether a site's own host name is served. */
export const isServedDomain = "booking_sites.domain_state in ('proven', 'expiring')";

const prefix = "_roost.";

/** A DNS name has at most 253 characters. */
export const maxDomainLength = 253 - prefix.length;

/** The name of the TXT record that proves a host name. */
export const recordName = (domain: string): string => `${prefix}${domain}`;

/** SQL: the same for a site. */
export const recordNameSql = `'${prefix}' || booking_sites.domain`;

/**
 * SQL: the record's text: an account and a name have one, and no other account can compute it.
 * @param key the statement's parameter that holds the link key; the kernel's own reads provide it
 */
export const recordTextSql = (key = ":link_key"): string =>
  `'roost-site=' || encode(${keyedDigestSql(key, "'site domain-' || booking_sites.account_id || '-' || booking_sites.domain")}, 'hex')`;
