import type { ServerAddress } from "../src/database/connect/address.ts";
import { loginAs } from "../src/database/connect/roles.ts";
import { distribute } from "../src/database/distribute/distribute.ts";
import { migrate } from "../src/database/migrate/migrate.ts";
import { addressOf } from "../src/database/open.ts";
import { type Bench, BenchError, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { dropEverywhere, makeClusterDatabase, workersOf } from "./cluster.ts";
import { fill, idsOf, issueToken, withOwner } from "./fixture.ts";
import { Load, median } from "./load.ts";
import type { LoadOrder } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { startService } from "./variants.ts";

/** The same bookings in a plain database, and distributed over one and two workers. */
export const citus: Bench = {
  claim: "Lists and bookings a second on a Citus cluster (CITUS_URL) of 1 and 2 workers, beside plain PostgreSQL.",
  async run(options) {
    const url = process.env.CITUS_URL;
    if (!url)
      throw new BenchError(
        "CITUS_URL is required: the URL of a coordinator with two workers, with its superuser's login.",
      );
    const coordinator = addressOf(url);
    const workers = await workersOf(coordinator);
    if (workers.length < 2) throw new BenchError("The cluster of CITUS_URL has fewer than two workers.");
    await using cleaning = new AsyncDisposableStack();
    const databases: FilledDatabase[] = [];
    for (const count of [0, 1, 2]) {
      const servers = [coordinator, ...workers.slice(0, count)] as const;
      const name = `roost_bench_${count}`;
      cleaning.defer(() => dropEverywhere(servers, name));
      console.error(
        `Creating 50,000 bookings on ${count === 0 ? "plain PostgreSQL" : `a cluster, workers: ${count}`} …`,
      );
      databases.push(await aFilledDatabase(servers, name));
    }
    return await compare(databases, options);
  },
};

/** A filled database and its requests' parameters. */
interface FilledDatabase {
  readonly workers: number;
  readonly login: ServerAddress;
  readonly token: string;
  readonly rentals: readonly number[];
}

async function aFilledDatabase(
  servers: readonly [ServerAddress, ...ServerAddress[]],
  name: string,
): Promise<FilledDatabase> {
  const owner = await makeClusterDatabase(servers, name);
  const workers = servers.length - 1;
  await migrate(owner);
  const [account = 0] = await withOwner(owner, (client) => fill(client, "./fixture.sql"));
  if (workers > 0) await distribute(owner);
  const login = await loginAs("roost_app", owner);
  const [application = 0] = await withOwner(owner, (client) => idsOf(client, "select id from applications"));
  const token = await issueToken(login, account, application, ["bookings_read", "bookings_write"]);
  const rentals = await withOwner(owner, (client) =>
    idsOf(client, `select id from rentals where account_id = ${account} order by id`),
  );
  return { workers, login, token, rentals };
}

interface Part {
  readonly name: string;
  readonly requests: (filled: FilledDatabase) => LoadOrder["requests"];
}

async function compare(databases: readonly FilledDatabase[], options: BenchOptions): Promise<Outcome> {
  const { seconds = 3, rounds = 3, signal, profile } = options;
  const parts = chosen<Part>(
    [
      { name: "list", requests: () => ({ kind: "reads", paths: ["/api/v3/bookings?per_page=25"] }) },
      { name: "book", requests: ({ rentals }) => ({ kind: "bookings", rentals: [...rentals] }) },
    ],
    options,
  );
  await using running = new AsyncDisposableStack();
  const load = running.use(new Load(signal));
  const variants: { filled: FilledDatabase; url: string }[] = [];
  for (const filled of databases) {
    const more = { distributed: filled.workers > 0, keeps: false };
    variants.push({ filled, url: running.use(await startService(filled, profile, more)).url });
  }
  const figures: Record<string, number> = {};
  const rows: string[][] = [];
  for (const { name, requests } of parts) {
    console.error(`Measuring ${name} …`);
    const reached = variants.map((variant) => ({ ...variant, perSecond: [] as number[] }));
    for (let round = -1; round < rounds; round++) {
      for (const { filled, url, perSecond } of reached) {
        const order = { url, token: filled.token, connections: 32, seconds, requests: requests(filled) };
        const { perSecond: many } = await load.fire(order);
        if (round >= 0) perSecond.push(many);
      }
    }
    const plain = median(reached[0]?.perSecond ?? []);
    for (const { filled, perSecond } of reached) {
      const middle = median(perSecond);
      figures[`${name}_${filled.workers}_per_second`] = rounded(middle, 0);
      figures[`${name}_${filled.workers}_ratio`] = rounded(middle / plain, 3);
      rows.push([name, String(filled.workers), middle.toFixed(0), (middle / plain).toFixed(3)]);
    }
  }
  return { text: `${table(["requests", "workers", "per second", "ratio to plain"], rows)}\n\n${notes}`, figures };
}

const notes = `One account, 32 connections. All servers, the service and the load share one machine, so this shows no gain from more machines.`;
