import { LRUCache } from "lru-cache";
import { isRegisteredRedirect } from "../../../modules/platform/access/applications/redirect-uri.ts";
import { AnonymousRateLimiter } from "../../../modules/platform/access/throttling/anonymous-rate-limiter.ts";
import { type ClientDocument, type FetchDocument, hasDocument, readClientDocument } from "./client-document.ts";
import type { ConnectorRequest } from "./connector-request.ts";

/** Cached documents: at most about 4 MB. */
const maxDocuments = 200;

/** A checked client: its name, if it has a document; or why it is refused, as a sentence for the page. */
export type CheckedClient = { readonly name: string | undefined } | { readonly sentence: string };

export type CheckClient = (request: ConnectorRequest, address: string, now: number) => Promise<CheckedClient>;

/**
 * Checks clients that are identified by their document's URL: the document must list the redirect URI, which the redirect policy has
 * accepted before. Other client ids pass: they grant nothing (register.ts).
 */
export function clientCheck(fetchDocument: FetchDocument): CheckClient {
  const documents = new LRUCache<string, ClientDocument>({ max: maxDocuments });
  const fetches = new AnonymousRateLimiter();
  return async ({ clientId, redirectUri }, address, now) => {
    if (!hasDocument(clientId)) return { name: undefined };
    const cached = documents.get(clientId);
    if (!cached && fetches.count(address, now).exceeded)
      return { sentence: "Too many clients were checked from your address. Try again in an hour." };
    const read = cached ? { document: cached, maxAgeMs: 0 } : await readClientDocument(fetchDocument, clientId);
    if ("problem" in read)
      return { sentence: `The document of the program that sent you here ${read.problem}. Nothing was shared.` };
    const { document, maxAgeMs } = read;
    if (maxAgeMs > 0) documents.set(clientId, document, { ttl: maxAgeMs });
    if (isRegisteredRedirect(redirectUri, document.redirectUris)) return { name: document.name };
    return {
      sentence: "The document of the program that sent you here lists another redirect address. Nothing was shared.",
    };
  };
}
