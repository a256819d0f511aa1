import { isIP } from "node:net";
import { domainToASCII } from "node:url";

/** Formats of the names by which guests find a booking site. */

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const hostPattern = new RegExp(`^${label}(?:\\.${label})+$`);

/** The end of `/stay/<address>`. */
export const siteAddress = {
  complete: (text: string) => text.trim().toLowerCase(),
  matches: (text: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text),
  problem: "must be lowercase letters, digits and single hyphens, such as villa-aurora",
  schema: { pattern: "^[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*$" },
};

/** A host name without scheme, port or path; international names are stored in their ASCII form. */
export const domainName = {
  complete: (text: string) => {
    const host = text
      .trim()
      .replace(/^https?:\/\//i, "")
      .replace(/[/.]+$/, "");
    return (/[/?#@:\s]/.test(host) ? "" : domainToASCII(host)) || host;
  },
  matches: (text: string) => hostPattern.test(text) && isIP(text) === 0,
  problem: "must be a host name such as stay.example.com",
};
