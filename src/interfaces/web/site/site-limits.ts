import type { FastifyReply, FastifyRequest } from "fastify";
import { type ApplicationCache, cached } from "../../../kernel/application-cache.ts";
import { RequestError } from "../../../kernel/errors.ts";
import { AnonymousRateLimiter } from "../../../modules/platform/access/throttling/anonymous-rate-limiter.ts";

/** Pages that one address, and all guests of one account's site, may read per hour. */
const perAddress = 1500;
const perAccount = 60_000;

const limitsOf = cached(() => ({
  addresses: new AnonymousRateLimiter(perAddress),
  accounts: new AnonymousRateLimiter(perAccount),
}));

/** A request to count. `now` in epoch milliseconds. */
interface Counted {
  readonly cache: ApplicationCache;
  readonly now: number;
  readonly reply: FastifyReply;
}

/** Counts a request by its address, before its site is known. @throws RequestError 429 */
export function countAddress(request: FastifyRequest, { cache, now, reply }: Counted): void {
  refuseExceeded(limitsOf(cache).addresses.count(request.ip, now), now, reply);
}

/** Counts a request of an account's site. @throws RequestError 429 */
export function countAccount(account: number, { cache, now, reply }: Counted): void {
  refuseExceeded(limitsOf(cache).accounts.count(`account ${account}`, now), now, reply);
}

function refuseExceeded(
  { exceeded, resetsAt }: { readonly exceeded: boolean; readonly resetsAt: number },
  now: number,
  reply: FastifyReply,
): void {
  if (!exceeded) return;
  void reply.header("retry-after", String(Math.max(1, resetsAt - Math.floor(now / 1000))));
  throw new RequestError("rate_limit_exceeded", "Too many requests. Try again later.");
}
