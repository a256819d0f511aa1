import { type RateLimitStatus, rateLimitStatus } from "../rate-limit-status.ts";
import { networkOf } from "./subject.ts";

/** Requests without a valid token that one address may make per hour, unless another limit is set. */
const defaultLimit = 300;
const hourMs = 3_600_000;
/** Tracked addresses: about 20 MB. Beyond that, the oldest is evicted and starts over. */
const maxAddresses = 100_000;

/** One address's hour, starting with its first request. */
interface Hour {
  used: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/**
 * Counts requests without a valid token by address, in this process's memory. An attacker's limit need not be exact and must not
 * cost a write (docs/design/sign-in.md).
 */
export class AnonymousRateLimiter {
  /** In the order of their start, and so of their end. */
  private readonly hours = new Map<string, Hour>();
  private readonly limit: number;

  /** @param limit requests per hour */
  constructor(limit = defaultLimit) {
    this.limit = limit;
  }

  /** Counts one request. @param now epoch milliseconds */
  count(address: string, now: number): RateLimitStatus {
    this.forgetEnded(now);
    const network = networkOf(address);
    const hour = this.hourOf(network, now) ?? this.begin(network, now);
    hour.used++;
    return this.statusOf(hour);
  }

  /** An address's status without counting, for requests that are never refused. @param now epoch milliseconds */
  peek(address: string, now: number): RateLimitStatus {
    const hour = this.hourOf(networkOf(address), now);
    return hour ? this.statusOf({ ...hour, used: Math.min(hour.used, this.limit) }) : this.untouched(now);
  }

  /** An unused hour, for requests that count toward no address. @param now epoch milliseconds */
  untouched(now: number): RateLimitStatus {
    return this.statusOf({ used: 0, endsAt: now + hourMs });
  }

  private hourOf(network: string, now: number): Hour | undefined {
    const hour = this.hours.get(network);
    return hour && hour.endsAt > now ? hour : undefined;
  }

  private begin(network: string, now: number): Hour {
    const [oldest] = this.hours.keys();
    if (oldest !== undefined && this.hours.size >= maxAddresses) this.hours.delete(oldest);
    // Setting an existing key would keep its old position.
    this.hours.delete(network);
    const hour = { used: 0, endsAt: now + hourMs };
    this.hours.set(network, hour);
    return hour;
  }

  private forgetEnded(now: number): void {
    for (const [network, { endsAt }] of this.hours) {
      if (endsAt > now) return;
      this.hours.delete(network);
    }
  }

  private statusOf({ used, endsAt }: Hour): RateLimitStatus {
    return rateLimitStatus(this.limit, used, Math.ceil(endsAt / 1000));
  }
}
