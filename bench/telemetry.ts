import { once } from "node:events";
import { createServer } from "node:http";
import { isScope, scopes } from "../src/kernel/access/scopes.ts";
import { type Bench, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import type { ServiceOrder } from "./messages.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

const connections = 32;
const readScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => scope === "public" || scope.endsWith("_read"));

/** The cost of metrics and tracing for reads. */
export const telemetry: Bench = {
  claim: "Reads of one and 25 of 50,000 bookings with metrics and with tracing, against neither.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(false, options.signal);
    return await compare(fixture, options);
  },
};

type Round = LoadResult & { readonly processor: number };
type Rounds = Readonly<Record<string, Round[]>>;

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  const token = await fixture.aToken(readScopes);
  const ids = await fixture.ids(`select id from bookings where account_id = ${fixture.account} order by id limit 200`);
  const parts = [
    { name: "get", paths: ids.map((id) => `/api/v3/bookings/${id}`) },
    { name: "list_25", paths: ["/api/v3/bookings?per_page=25"] },
  ];
  await using running = new AsyncDisposableStack();
  const load = running.use(new Load(options.signal));
  const collector = await aCollector(running);
  const start = async (name: string, telemetry?: ServiceOrder["telemetry"]) => ({
    name,
    service: running.use(
      await startService(fixture, options.profile, { keeps: false, ...(telemetry ? { telemetry } : {}) }),
    ),
  });
  const variants = [
    await start("plain"),
    await start("metrics", { metrics: true }),
    await start("traces", { metrics: false, collector }),
  ];
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const { name, paths } of chosen(parts, options)) {
    console.error(`Measuring ${name} …`);
    const rounds: Rounds = Object.fromEntries(variants.map((variant) => [variant.name, []]));
    const fire = (service: RunningVariant, seconds: number) => measure(load, service, { token, paths }, seconds);
    for (const { service } of variants) await fire(service, 1);
    for (let round = 0; round < (options.rounds ?? 9); round++) {
      const first = round % variants.length;
      for (const variant of [...variants.slice(first), ...variants.slice(0, first)])
        rounds[variant.name]?.push(await fire(variant.service, options.seconds ?? 1));
    }
    report(name, rounds, rows, figures);
  }
  return { text: `${table(["", "req/s", "to plain", "CPU ms/req", "CPU to plain"], rows)}\n\n${notes}`, figures };
}

const notes = `${connections} connections; medians of alternating rounds in one run. *_speed compares requests per second with the service
without metrics and tracing, *_cpu the processor time per request (the service only), round by round.`;

async function measure(
  load: Load,
  service: RunningVariant,
  { token, paths }: { readonly token: string; readonly paths: string[] },
  seconds: number,
): Promise<Round> {
  await service.process.ask({}, Usage);
  const result = await load.fire({
    ...{ url: service.url, token, connections, seconds },
    requests: { kind: "reads", paths },
  });
  return { ...result, ...(await service.process.ask({}, Usage)) };
}

function report(part: string, rounds: Rounds, rows: string[][], figures: Record<string, number>): void {
  const plain = rounds.plain ?? [];
  const perRequest = ({ processor, answers }: Round): number => processor / answers;
  for (const [name, own] of Object.entries(rounds)) {
    const compared = (of: (round: Round) => number): number =>
      rounded(median(own.flatMap((round, index) => (plain[index] ? [of(round) / of(plain[index])] : []))), 3);
    const [speed, cpu] = [compared(({ perSecond }) => perSecond), compared(perRequest)];
    if (name !== "plain") Object.assign(figures, { [`${part}_${name}_speed`]: speed, [`${part}_${name}_cpu`]: cpu });
    const perSecond = rounded(median(own.map((round) => round.perSecond)), 1);
    const milliseconds = rounded(median(own.map(perRequest)), 3);
    rows.push([`${part} ${name}`, ...[perSecond, speed, milliseconds, cpu].map(String)]);
  }
}

/** Receives and discards spans. */
async function aCollector(running: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  running.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}
