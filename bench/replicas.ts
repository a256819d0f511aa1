import { writeFile } from "node:fs/promises";
import type { Bench, BenchOptions, Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { plot } from "./growth-plot.ts";
import { Load, median } from "./load.ts";
import { lagsOf, type Standby, startStandby } from "./standby.ts";
import { rounded, table } from "./table.ts";
import { startService } from "./variants.ts";

/** Lists of an account that writes nothing while another one books: from the primary alone, and from servers that follow it. */
export const replicas: Bench = {
  claim:
    "Lists a second with 0, 1 and 2 read replicas while another account books, and how far behind the replicas were.",
  async run(options) {
    console.error("Making 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    await using first = await startStandby(fixture, "first");
    await using second = await startStandby(fixture, "second");
    return await compare(fixture, [first, second], options);
  },
};

async function compare(fixture: Fixture, standbys: readonly Standby[], options: BenchOptions): Promise<Outcome> {
  const { seconds = 3, rounds = 3, signal, profile } = options;
  const [, other = 0] = await fixture.ids("select id from accounts order by id");
  const [reading, writing] = [await fixture.aToken(["bookings_read"]), await fixture.aToken(["bookings_write"], other)];
  const rentals = await fixture.ids(`select id from rentals where account_id = ${other} order by id`);
  await using running = new AsyncDisposableStack();
  const [reads, writes] = [running.use(new Load(signal)), running.use(new Load(signal))];
  const variants = [];
  for (const count of [0, 1, 2]) {
    const logins = standbys.slice(0, count).map(({ login }) => login);
    const { url } = running.use(await startService(fixture, profile, { replicas: logins, keeps: false }));
    const [perSecond, lags]: [number[], number[]] = [[], []];
    variants.push({ count, url, perSecond, lags });
  }
  const fire = async (url: string, length: number): Promise<number> => {
    const paths = ["/api/v3/bookings?per_page=25"];
    const books = {
      url,
      token: writing,
      connections: 1,
      seconds: length,
      requests: { kind: "bookings" as const, rentals },
    };
    const lists = {
      url,
      token: reading,
      connections: 32,
      seconds: length,
      requests: { kind: "reads" as const, paths },
    };
    return (await Promise.all([reads.fire(lists), writes.fire(books)]))[0].perSecond;
  };
  for (let round = -1; round < rounds; round++) {
    for (const { url, perSecond, lags } of variants) {
      const ending = new AbortController();
      const lagging = standbys.map((standby) => lagsOf(fixture, standby, ending.signal));
      const reached = await fire(url, seconds).finally(() => ending.abort());
      const seen = (await Promise.all(lagging)).flat();
      if (round < 0) continue;
      perSecond.push(reached);
      lags.push(...seen);
    }
  }
  const none = median(variants[0]?.perSecond ?? []);
  const figures: Record<string, number> = {};
  const rows = variants.map(({ count, perSecond, lags }) => {
    const [middle, sorted] = [median(perSecond), lags.toSorted((a, b) => a - b)];
    const late = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0;
    figures[`list_${count}_per_second`] = rounded(middle, 0);
    figures[`list_${count}_ratio`] = rounded(middle / none, 2);
    figures[`behind_${count}_p50_ms`] = rounded(median(lags), 1);
    figures[`behind_${count}_p99_ms`] = rounded(late, 1);
    return [String(count), middle.toFixed(0), (middle / none).toFixed(2), median(lags).toFixed(1), late.toFixed(1)];
  });
  if (options.plots) await writePlot(variants.map(({ count }) => figures[`list_${count}_ratio`] ?? 0));
  const heads = ["replicas", "lists a second", "ratio", "behind ms p50", "p99"];
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

const notes = `32 connections that list 25 bookings of one account, one that books for another; all servers on this machine, so that replicas share its cores
with the primary. Behind: milliseconds until a replica shows what the primary has just written.`;

async function writePlot(values: readonly number[]): Promise<void> {
  const title = "Lists a second with read replicas, as a multiple of none";
  const positions = ["none", "1 replica", "2 replicas"];
  const file = new URL("../docs/replicas.svg", import.meta.url);
  await writeFile(file, plot([{ title, positions, lines: [{ name: "list", values }], scale: "linear" }], title));
}
