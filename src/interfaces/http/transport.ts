import type { FastifyReply, FastifyRequest } from "fastify";
import { isHealth } from "./health.ts";

/** The transport of requests: over our own TLS, through a proxy that terminates TLS, or unencrypted on loopback. */
export type TlsMode = "self-signed" | "files" | "proxy" | "off";

/** Makes browsers stay with HTTPS. */
export const strictTransport = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** Redirects plain HTTP requests to HTTPS (service.md, Common conventions). */
export class Transport {
  private readonly mode: TlsMode;
  private readonly baseUrl: string;
  /** Addresses whose `X-Forwarded-*` headers are trusted; false trusts none. */
  readonly trustedProxies: string[] | false;

  constructor(mode: TlsMode, baseUrl: string, trustedProxies: readonly string[] = []) {
    this.mode = mode;
    this.baseUrl = baseUrl;
    this.trustedProxies = mode === "proxy" && trustedProxies.length > 0 ? [...trustedProxies] : false;
  }

  /**
   * Redirects a plain request to its HTTPS URL, or sets `Strict-Transport-Security` on a secure one.
   * @param headers of an uncounted response
   */
  async secure(
    request: FastifyRequest,
    reply: FastifyReply,
    headers: () => Readonly<Record<string, string>> = () => ({}),
  ): Promise<FastifyReply | undefined> {
    if (this.mode === "off") return undefined;
    if (request.protocol === "https") {
      void reply.headers(strictTransport);
      return undefined;
    }
    if (isHealth(request.url)) return undefined;
    return reply.headers(headers()).redirect(this.baseUrl + request.url, 302);
  }
}
