import type { FastifyInstance, FastifyReply } from "fastify";
import { isPrivateScheme } from "../../../modules/platform/access/applications/redirect-uri.ts";

/**
 * What a page's browser may do. Nothing but its own stylesheet and pictures; forms go back to this service. Chromium also holds the
 * redirects that follow a form against `form-action`, so a page whose form leads to an application names that application's URL.
 * @param formTargets redirect URIs that the answer to a form of the page may lead to
 * @param script whether the page has one of our scripts
 */
export function contentSecurityPolicy(formTargets: readonly string[] = [], script = false): string {
  const targets = [...new Set(["'self'", ...formTargets.map(formSource).filter((source) => source !== undefined)])];
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(script ? ["script-src 'self'"] : []),
    "img-src 'self' data:",
    `form-action ${targets.join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Lets the forms of the page that is being answered end at these redirect URIs. They must be registered ones. */
export function allowFormTargets(reply: FastifyReply, redirectUris: readonly string[]): void {
  void reply.header("content-security-policy", contentSecurityPolicy(redirectUris));
}

/** Lets the page that is being answered run a script that this service serves (`/assets`), and no other. */
export function allowOwnScript(reply: FastifyReply): void {
  void reply.header("content-security-policy", contentSecurityPolicy([], true));
}

/** Puts on every answer of an instance's routes what pages must have. */
export function pageHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", async (_request, reply) => setPageHeaders(reply));
}

/** What every page has: never framed, never kept, never telling where one came from. */
export function setPageHeaders(reply: FastifyReply): void {
  void reply.headers({
    "content-security-policy": contentSecurityPolicy(),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  });
}

/** The origin of a redirect URI in the grammar of a policy, which knows no IPv6 address and no private origin: there the scheme must do. */
function formSource(uri: string): string | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (!url) return undefined;
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return isPrivateScheme(url.protocol) ? url.protocol : undefined;
  return url.hostname.startsWith("[") ? url.protocol : url.origin;
}
