import type { FastifyReply, FastifyRequest } from "fastify";
import { isHealth } from "./health.ts";

/** How requests reach us: over TLS of our own, through a proxy that ends TLS, or plainly on loopback. */
export type TlsMode = "self-signed" | "files" | "proxy" | "off";

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

  /** Redirects a plain request to its HTTPS URL, and marks a secure one for browsers to stay with it. */
  async secure(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    if (this.mode === "off") return undefined;
    if (request.protocol === "https") {
      void reply.header("strict-transport-security", "max-age=31536000; includeSubDomains");
      return undefined;
    }
    if (isHealth(request.url)) return undefined;
    return reply.redirect(this.baseUrl + request.url, 302);
  }
}
