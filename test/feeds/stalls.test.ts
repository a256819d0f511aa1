import { expect, test } from "vitest";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { StallWatch } from "../harness/stall-watch.ts";
import { dayAhead } from "../rates/factories.ts";
import { useCalendarServer } from "./calendar-server.ts";
import { aCalendar, aFeed, apply, days, feedOf, sync } from "./factories.ts";

/** A long calendar lets other requests come in between (operations.md): the longest stretch of work between two turns of the event loop. */
const service = useService();
const channel = useCalendarServer();

/** CPU time, as in test/neighbour/stalls.test.ts. Each slice takes a few milliseconds on a usual machine. */
const maxStallMs = 250;
const events = 20_000;

/** Nights of one year, each in many events. */
const calendar = (uid: string): string =>
  aCalendar(
    ...Array.from({ length: events }, (_, index) => days(`${uid}${index}`, 1 + (index % 365), 2 + (index % 365))),
  );

/** Runs work a few times; loading code or collecting garbage slows one of them. @returns the shortest longest stall */
async function leastStall(times: readonly string[], work: (uid: string) => Promise<void>): Promise<number> {
  const watch = new StallWatch();
  const stalls: number[] = [];
  for (const uid of times) {
    watch.begin();
    await work(uid);
    stalls.push(watch.end());
  }
  return Math.min(...stalls);
}

async function aHouse(more: Record<string, string>) {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client);
  // In the way of most events.
  await aBooking(client, rental, { start_at: dayAhead(5), end_at: dayAhead(300), booked: true });
  return { client, feed: await aFeed(client, rental, { kind: "import", ...more }) };
}

test("a calendar of 20,000 events blocks no other request when it is read from its address", async () => {
  const { client, feed } = await aHouse({ url: channel.url("long.ics") });
  const stall = await leastStall(["a", "b"], async (uid) => {
    channel.serves("long.ics", calendar(uid));
    await sync(service, client, feed);
  });
  expect(stall).toBeLessThan(maxStallMs);
  expect(await feedOf(client, feed)).toMatchObject({ last_error: null, events_count: events });
});

test("a calendar of 20,000 events blocks no other request when it is uploaded", async () => {
  const { client, feed } = await aHouse({});
  const headers = { authorization: `Bearer ${client.token}` };
  const stall = await leastStall(["a", "b"], async (uid) => {
    const form = new FormData();
    form.set("calendar", new Blob([calendar(uid)]), "long.ics");
    const url = `${client.url}/api/v3/calendar_feeds/${feed.id}/upload`;
    const answer = await fetch(url, { method: "POST", headers, body: form });
    expect(answer.status).toBe(202);
    await answer.text();
    await apply(service, client, feed);
  });
  expect(stall).toBeLessThan(maxStallMs);
  expect(await feedOf(client, feed)).toMatchObject({ last_error: null, events_count: events });
});
