import type { FastifyReply, FastifyRequest } from "fastify";
import { AnonymousRateLimiter } from "../../modules/platform/access/throttling/anonymous-rate-limiter.ts";
import type {
  PresentedToken,
  TokenVerifier,
  Verification,
} from "../../modules/platform/access/tokens/token-verifier.ts";
import { rateLimitHeaders, setRateLimitHeaders } from "./headers/rate-limit-headers.ts";
import { setStandardHeaders } from "./headers/standard-headers.ts";

/** An interface's way to read tokens and refuse requests. */
export interface AuthenticationScheme<Presented extends PresentedToken> {
  readonly presented: (request: FastifyRequest) => Presented;
  /** The error for a request without a valid token. May set response headers. */
  readonly unauthorized: (reply: FastifyReply) => Error;
  /** The error for a request over the limit. @param seconds until the window ends */
  readonly limitExceeded: (seconds: number) => Error;
}

/**
 * Verifies each request's token and counts the request, in one statement for concurrent requests. Requests without a valid token count
 * against their address, unless the token has ended. Every response gets the rate-limit headers (service.md, Limits).
 */
export class TokenAuthenticator<Presented extends PresentedToken, Identity> {
  private readonly verifier: TokenVerifier<Presented, Identity>;
  private readonly scheme: AuthenticationScheme<Presented>;
  private readonly anonymous: AnonymousRateLimiter;

  /** @param anonymous counts requests without a valid token */
  constructor(
    verifier: TokenVerifier<Presented, Identity>,
    scheme: AuthenticationScheme<Presented>,
    anonymous = new AnonymousRateLimiter(),
  ) {
    this.verifier = verifier;
    this.scheme = scheme;
    this.anonymous = anonymous;
  }

  /** Identifies the caller and counts the request. @throws the scheme's error without a valid token, or over the limit */
  async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Identity> {
    const verification = await this.verify(request, reply);
    if (verification.hasEnded) setRateLimitHeaders(reply, this.anonymous.untouched(verification.now), verification.now);
    const identity = verification.hasEnded ? undefined : this.count(request, reply, verification);
    if (identity === undefined) throw this.scheme.unauthorized(reply);
    return identity;
  }

  /** Identifies the caller of an admitted request again, without counting it. @throws the scheme's error when the token has ended */
  async authenticateAgain(request: FastifyRequest, reply: FastifyReply): Promise<Identity> {
    const identity = await this.verifier.identify(this.scheme.presented(request));
    if (identity === undefined) throw this.scheme.unauthorized(reply);
    return identity;
  }

  /** Counts a request with or without a token and sets its headers; undefined when anonymous. @throws the scheme's error over the limit */
  async identify(request: FastifyRequest, reply: FastifyReply): Promise<Identity | undefined> {
    return this.count(request, reply, await this.verify(request, reply));
  }

  private async verify(request: FastifyRequest, reply: FastifyReply): Promise<Verification<Identity>> {
    const verification = await this.verifier.verify(this.scheme.presented(request));
    setStandardHeaders(request, reply, verification.seenUntil);
    return verification;
  }

  private count(
    request: FastifyRequest,
    reply: FastifyReply,
    { valid, now }: Verification<Identity>,
  ): Identity | undefined {
    const rateLimit = valid?.rateLimit ?? this.anonymous.count(request.ip, now);
    const seconds = setRateLimitHeaders(reply, rateLimit, now);
    if (rateLimit.exceeded) throw this.scheme.limitExceeded(seconds);
    return valid?.identity;
  }

  /** The rate-limit headers of an uncounted response. @param now epoch milliseconds */
  headersOf(address: string, now: number): Record<string, string> {
    return rateLimitHeaders(this.anonymous.peek(address, now));
  }
}
