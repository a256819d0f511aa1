import { expect, test } from "vitest";
import { useService } from "../harness/service.ts";
import { aSite, opened } from "./sites.ts";

/** Bots on booking sites (guests.md, Booking). */
const service = useService();

test("an address that reads too many pages waits, also while it guesses addresses of sites", async () => {
  const { address } = await aSite(service);
  const path = (index: number) => `/stay/${index % 2 === 0 ? address : `guess-${index}`}/brand.css`;
  const statuses = new Map<number, number>();
  for (let index = 0; index < 1520; index += 40) {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, add) => opened(service.url, path(index + add))));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([statuses.get(200), statuses.get(404), statuses.get(429)]).toEqual([750, 750, 20]);
  const page = await opened(service.url, `/stay/${address}/en`);
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
  // The limit of sites does not count for the rest of the service.
  expect((await opened(service.url, "/docs")).status).toBe(200);
});
