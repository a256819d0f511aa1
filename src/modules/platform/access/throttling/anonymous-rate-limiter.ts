import { type RateLimitStatus, rateLimitStatus } from "../rate-limit-status.ts";
import { networkOf } from "./subject.ts";

/** How many requests without a valid token one address may make an hour. They are charged to no token. */
const limit = 300;
/** Milliseconds. */
const anHour = 3_600_000;
/** Addresses that are remembered at most: some 20 MB. Beyond that the oldest is forgotten, and begins anew. */
const mostAddresses = 100_000;

/** One address's hour, which begins with its first request. */
interface Hour {
  used: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/**
 * Counts requests without a valid token by their address, in the memory of this process: an attacker's own limit needs no exactness, and
 * costs no write (docs/design/sign-in.md).
 */
export class AnonymousRateLimiter {
  /** In the order in which they began, which is that in which they end. */
  private readonly hours = new Map<string, Hour>();

  /** Counts one request. @param now epoch milliseconds */
  count(address: string, now: number): RateLimitStatus {
    this.forgetEnded(now);
    const network = networkOf(address);
    const hour = this.hourOf(network, now) ?? this.begin(network, now);
    hour.used++;
    return statusOf(hour);
  }

  /** What an address has left, without counting: for what is never refused. @param now epoch milliseconds */
  peek(address: string, now: number): RateLimitStatus {
    const hour = this.hourOf(networkOf(address), now);
    return hour ? statusOf({ ...hour, used: Math.min(hour.used, limit) }) : this.untouched(now);
  }

  /** An hour of which nothing is used: for what is charged to no address. @param now epoch milliseconds */
  untouched(now: number): RateLimitStatus {
    return statusOf({ used: 0, endsAt: now + anHour });
  }

  private hourOf(network: string, now: number): Hour | undefined {
    const hour = this.hours.get(network);
    return hour && hour.endsAt > now ? hour : undefined;
  }

  private begin(network: string, now: number): Hour {
    const [oldest] = this.hours.keys();
    if (oldest !== undefined && this.hours.size >= mostAddresses) this.hours.delete(oldest);
    // A key that is set again would keep its old turn.
    this.hours.delete(network);
    const hour = { used: 0, endsAt: now + anHour };
    this.hours.set(network, hour);
    return hour;
  }

  private forgetEnded(now: number): void {
    for (const [network, { endsAt }] of this.hours) {
      if (endsAt > now) return;
      this.hours.delete(network);
    }
  }
}

function statusOf({ used, endsAt }: Hour): RateLimitStatus {
  return rateLimitStatus(limit, used, Math.ceil(endsAt / 1000));
}
