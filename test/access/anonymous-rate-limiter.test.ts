import { expect, test } from "vitest";
import { AnonymousRateLimiter } from "../../src/modules/platform/access/throttling/anonymous-rate-limiter.ts";

const began = 1_800_000_000_000;
const anHour = 3_600_000;

test("limits an address to 300 anonymous requests in the hour after the first", () => {
  const limiter = new AnonymousRateLimiter();
  const resetsAt = (began + anHour) / 1000;
  expect(limiter.count("192.0.2.1", began)).toEqual({ limit: 300, remaining: 299, exceeded: false, resetsAt });
  const later = Array.from({ length: 300 }, () => limiter.count("192.0.2.1", began + anHour - 1));
  expect(later[298]).toEqual({ limit: 300, remaining: 0, exceeded: false, resetsAt });
  expect(later[299]).toEqual({ limit: 300, remaining: 0, exceeded: true, resetsAt });
  expect(limiter.count("192.0.2.2", began).remaining).toBe(299);
  expect(limiter.count("192.0.2.1", began + anHour)).toMatchObject({ remaining: 299, resetsAt: resetsAt + 3600 });
});

test("peeking at an address's limit counts no request and never exceeds it", () => {
  const limiter = new AnonymousRateLimiter();
  expect(limiter.peek("192.0.2.1", began)).toMatchObject({ remaining: 300, resetsAt: (began + anHour) / 1000 });
  for (let time = 0; time < 400; time++) limiter.count("192.0.2.1", began);
  expect(limiter.peek("192.0.2.1", began)).toMatchObject({ remaining: 0, exceeded: false });
  expect(limiter.peek("192.0.2.1", began + anHour)).toMatchObject({ remaining: 300, exceeded: false });
});

test("addresses of one IPv6 network share their limit", () => {
  const limiter = new AnonymousRateLimiter();
  limiter.count("2001:db8:1:2::1", began);
  expect(limiter.count("2001:db8:1:2:ffff::9", began).remaining).toBe(298);
  expect(limiter.count("2001:db8:1:3::1", began).remaining).toBe(299);
});

test("evicts the oldest address beyond 100,000", () => {
  const limiter = new AnonymousRateLimiter();
  const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  for (let index = 0; index < 100_001; index++) limiter.count(address(index), began);
  expect(limiter.peek(address(0), began).remaining).toBe(300);
  expect(limiter.peek(address(1), began).remaining).toBe(299);
});
