import { isObject } from "../../../kernel/values/structure.ts";
import type { PublicAnswer, PublicRequest, Unfetched } from "../../../modules/platform/outgoing/fetch-public.ts";

/** The metadata of a client that is identified by its document's URL (MCP 2026-07-28, Client ID Metadata Documents). */
export interface ClientDocument {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Fetches from public addresses only (docs/design/files.md). */
export type FetchDocument = (request: PublicRequest) => Promise<PublicAnswer | Unfetched>;

const maxBytes = 16 * 1024;
const timeoutMs = 5000;
const maxNameLength = 100;

/** Whether a client id is a URL, and so has a document. */
export function hasDocument(clientId: string): boolean {
  return clientId.startsWith("https:");
}

/**
 * Reads a client's document. Redirects are not followed, so the URL alone identifies the client.
 * @returns the document, or its problem, as a predicate of "the client's document"
 */
export async function readClientDocument(
  fetchDocument: FetchDocument,
  clientId: string,
): Promise<{ readonly document: ClientDocument; readonly maxAgeMs: number } | { readonly problem: string }> {
  if (!isDocumentUrl(clientId)) return { problem: "has no valid URL" };
  const answer = await fetchDocument({
    url: clientId,
    headers: { accept: "application/json" },
    ...{ maxBytes, timeout: timeoutMs, redirects: 0, secure: true },
  });
  if ("problem" in answer) return { problem: answer.problem };
  if (answer.status !== 200) return { problem: `answered with the status ${answer.status}` };
  const document = documentIn(answer.bytes, clientId);
  return "problem" in document ? document : { document, maxAgeMs: maxAgeOf(answer.headers["cache-control"]) };
}

/** It needs a path, and one spelling only: other parsers must not find another client in it. */
function isDocumentUrl(clientId: string): boolean {
  if (!URL.canParse(clientId)) return false;
  const { href, protocol, pathname, hash, username, password } = new URL(clientId);
  return href === clientId && protocol === "https:" && pathname !== "/" && `${hash}${username}${password}` === "";
}

function documentIn(bytes: Buffer, clientId: string): ClientDocument | { readonly problem: string } {
  const parsed = parsedJson(bytes.toString("utf8"));
  if (!isObject(parsed)) return { problem: "is not a JSON object" };
  const { client_id: id, client_name: name, redirect_uris: uris, token_endpoint_auth_method: method = "none" } = parsed;
  if (id !== clientId) return { problem: "names another client_id" };
  if (typeof name !== "string" || name.trim() === "") return { problem: "has no client_name" };
  const redirectUris = Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
  if (redirectUris.length === 0) return { problem: "has no redirect_uris" };
  if (method !== "none") return { problem: "requires client authentication, which this sign-in does not have" };
  return { name: name.trim().slice(0, maxNameLength), redirectUris };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const defaultAgeMs = 300_000;
const maxAgeMs = 86_400_000;

/** The time that a document may be cached: as its response says, at most a day. */
function maxAgeOf(cacheControl: string | undefined): number {
  if (cacheControl === undefined) return defaultAgeMs;
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1];
  return seconds === undefined ? defaultAgeMs : Math.min(Number(seconds) * 1000, maxAgeMs);
}
