import type { FastifyReply } from "fastify";

/**
 * The content security policy of a site's pages: own files only, no inline script or style.
 * @param formTargets origins that a form may redirect to, such as a payment service's
 */
export function siteSecurityPolicy(formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Sets the headers of a site's page, in place of those of the service's own pages. */
export function allowSiteFiles(reply: FastifyReply, formTargets: readonly string[] = []): void {
  void reply.headers({
    "content-security-policy": siteSecurityPolicy(formTargets),
    // Guests' search, dates and numbers of guests are in addresses.
    "referrer-policy": "same-origin",
  });
}
