import type { FastifyInstance, FastifyReply } from "fastify";
import { isPrivateScheme } from "../../../modules/platform/access/applications/redirect-uri.ts";

/**
 * A page's content security policy: only own styles, fonts and images, and forms to this service.
 * Chromium also checks the redirects after a form against `form-action`, so a form that leads to an application must list its URL.
 * @param formTargets redirect URIs that may follow a form of the page
 * @param script whether the page uses one of our scripts: `offline` for one with its own requests and service worker
 */
export function contentSecurityPolicy(
  formTargets: readonly string[] = [],
  script: "none" | "own" | "offline" = "none",
): string {
  const targets = [...new Set(["'self'", ...formTargets.map(formSource).filter((source) => source !== undefined)])];
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(script === "none" ? [] : ["script-src 'self'"]),
    ...(script === "offline" ? ["connect-src 'self'", "worker-src 'self'"] : []),
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action ${targets.join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Allows the current page's forms to redirect to these URIs, which must be registered. */
export function allowFormTargets(reply: FastifyReply, redirectUris: readonly string[]): void {
  void reply.header("content-security-policy", contentSecurityPolicy(redirectUris));
}

/** Allows the current page to run this service's own scripts (`/assets`). */
export function allowOwnScript(reply: FastifyReply): void {
  void reply.header("content-security-policy", contentSecurityPolicy([], "own"));
}

/** Allows the current page a script that works without a network: it sends later, through a service worker. */
export function allowOfflineScript(reply: FastifyReply): void {
  void reply.header("content-security-policy", contentSecurityPolicy([], "offline"));
}

/** Adds the page headers to every response of an instance. */
export function pageHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", async (_request, reply) => setPageHeaders(reply));
}

/** Headers of every page: no framing, no caching, no referrer. */
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

/** A redirect URI's source for the policy. CSP cannot express IPv6 addresses or private origins, so those use the scheme alone. */
function formSource(uri: string): string | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (!url) return undefined;
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return isPrivateScheme(url.protocol) ? url.protocol : undefined;
  return url.hostname.startsWith("[") ? url.protocol : url.origin;
}
