import { Resolver } from "node:dns/promises";

/** A lookup's bounds: two tries take at most six seconds. */
const timeoutMs = 2000;
const tries = 2;

/** DNS errors that say that a name has no such record. Others say nothing about it. */
const absent = new Set(["ENODATA", "ENOTFOUND"]);

/**
 * Reads a name's TXT records.
 * @param server the DNS server's address and port; undefined: the system's
 * @returns undefined if DNS gave no answer
 */
export async function findTexts(name: string, server: string | undefined): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (server !== undefined) resolver.setServers([server]);
  try {
    // A record's text is sent in parts of 255 characters.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return absent.has(String(error.code)) ? [] : undefined;
  }
}
