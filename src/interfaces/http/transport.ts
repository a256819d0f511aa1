import type { FastifyReply, FastifyRequest } from "fastify";
import { isHealth } from "./health.ts";

/** How requests reach us: over TLS of our own, through a proxy that ends TLS, or plainly on loopback. */
export type TlsMode = "self-signed" | "files" | "proxy" | "off";

/** Browsers that have come over HTTPS once stay with it. */
export const strictTransport = { "strict-transport-security": "max-age=31536000; includeSubDomains" };

/** Decides whether a request came over HTTPS, and sends it there when it did not (service.md, Common conventions). */
export class Transport {
  private readonly mode: TlsMode;
  private readonly baseUrl: string;
  /** Addresses whose `X-Forwarded-*` headers are believed; false believes nobody. */
  readonly trustedProxies: string[] | false;

  constructor(mode: TlsMode, baseUrl: string, trustedProxies: readonly string[] = []) {
    this.mode = mode;
    this.baseUrl = baseUrl;
    this.trustedProxies = mode === "proxy" && trustedProxies.length > 0 ? [...trustedProxies] : false;
  }

  /**
   * Redirects a plain request to its HTTPS URL, and marks a secure one for browsers to stay with it.
   * @param headers of an answer that is not charged to anyone
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
