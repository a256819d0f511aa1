import { writeFile } from "node:fs/promises";
import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { plot } from "./growth-plot.ts";
import { Load, median } from "./load.ts";
import type { LoadOrder } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

/** The number of load generators, constant so that only the service varies. */
const senders = 4;

/** The numbers of service processes to compare. */
const counts = [1, 2, 4] as const;

/** Requests per second of several processes on one database, compared with one. Requests are spread evenly. */
export const processes: Bench = {
  claim: "Lists and bookings per second of 1, 2 and 4 service processes on one database.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    return await compare(fixture, options);
  },
};

interface Part {
  readonly name: string;
  /** The requests of a load generator, by its number. */
  readonly requests: (sender: number) => LoadOrder["requests"];
}

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const { seconds = 3, rounds = 3, signal, profile } = options;
  const token = await fixture.aToken(["bookings_read", "bookings_write"]);
  const rentals = await fixture.ids(`select id from rentals where account_id = ${fixture.account} order by id`);
  const share = Math.floor(rentals.length / senders);
  const parts = chosen<Part>(
    [
      { name: "list", requests: () => ({ kind: "reads", paths: ["/api/v3/bookings?per_page=25"] }) },
      // Each books its own rentals, so there are no conflicts.
      {
        name: "book",
        requests: (sender) => ({ kind: "bookings", rentals: rentals.slice(sender * share, (sender + 1) * share) }),
      },
    ],
    options,
  );
  await using running = new AsyncDisposableStack();
  const loads = Array.from({ length: senders }, () => running.use(new Load(signal)));
  const services: RunningVariant[] = [];
  for (let number = 0; number < Math.max(...counts); number++)
    services.push(running.use(await startService(fixture, profile, { keeps: false })));
  const fire = async ({ requests }: Part, count: number, length: number): Promise<number> => {
    const results = loads.map((load, sender) => {
      const url = services[sender % count]?.url ?? "";
      return load.fire({ url, token, connections: 8, seconds: length, requests: requests(sender) });
    });
    return (await Promise.all(results)).reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const part of parts) {
    console.error(`Measuring ${part.name} …`);
    await fire(part, Math.max(...counts), seconds);
    const reached = counts.map((count) => ({ count, perSecond: [] as number[] }));
    for (let round = 0; round < rounds; round++)
      for (const { count, perSecond } of reached) perSecond.push(await fire(part, count, seconds));
    const one = median(reached[0]?.perSecond ?? []);
    for (const { count, perSecond } of reached) {
      const middle = median(perSecond);
      figures[`${part.name}_${count}_per_second`] = rounded(middle, 0);
      figures[`${part.name}_${count}_ratio`] = rounded(middle / one, 2);
      rows.push([part.name, String(count), middle.toFixed(0), (middle / one).toFixed(2)]);
    }
  }
  if (options.plots) await writePlot(parts, figures);
  return { text: `${table(["requests", "processes", "per second", "ratio"], rows)}\n\n${notes}`, figures };
}

const notes = `${senders} load generators with 8 connections each, spread over the processes; one application, so one row counts all requests.
The gain is limited by the cores that the database and the load generators leave.`;

async function writePlot(parts: readonly Part[], figures: Readonly<Record<string, number>>): Promise<void> {
  const lines = parts.map(({ name }) => ({
    name,
    values: counts.map((count) => figures[`${name}_${count}_ratio`] ?? 0),
  }));
  const positions = counts.map((count) => (count === 1 ? "1 process" : `${count} processes`));
  const title = "Requests per second of several processes, relative to one";
  const file = new URL("../docs/operate/processes.svg", import.meta.url);
  await writeFile(file, plot([{ title, positions, lines, scale: "linear" }], title));
}
