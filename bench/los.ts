import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isScope, scopes } from "../src/kernel/access/scopes.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { villaInService } from "./pricing/villa-in-service.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startBytes, startService } from "./variants.ts";

const allScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => !scope.endsWith("_owned"));

/** The cost to compute a response, and to repeat it from the cache. */
export const los: Bench = {
  claim: "All length-of-stay records of a rental with all 17 kinds of rule, against the same bytes from a file.",
  async run(options) {
    await using fixture = await makeFixture(false, options.signal);
    const directory = await mkdtemp(join(tmpdir(), "roost-bench-los-"));
    try {
      return await compare(fixture, directory, options);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

type Round = LoadResult & Usage;

async function compare(fixture: Fixture, directory: string, options: BenchOptions): Promise<Outcome> {
  const token = await fixture.aToken(allScopes);
  await using service = await startService(fixture, options.profile);
  const rental = await villaInService(service.url, token);
  const path = `/api/v3/los_records?rental_id=${rental}`;
  const headers = { authorization: `Bearer ${token}` };
  const first = await fetch(service.url + path, { headers });
  const body = Buffer.from(await first.arrayBuffer());
  const records = body.toString().match(/"kind":/g)?.length ?? 0;
  if (first.status !== 200 || records < 3000) throw new BenchError(`${path} returned ${first.status}: ${body}`);
  const file = join(directory, "records.json");
  await writeFile(file, body);
  await using baseline = await startBytes(file);
  await using load = new Load(options.signal);
  const rounds: { service: Round; baseline: Round }[] = [];
  const firsts: FirstRead[] = [];
  const { seconds = 2, rounds: count = 5 } = options;
  for (let round = -1; round < count; round++) {
    const pair = {
      service: await measure(load, service, path, token, seconds),
      baseline: await measure(load, baseline, path, token, seconds),
    };
    const first = await firstReads(service, { rental, path, headers });
    // The first round is a warm-up.
    if (round < 0) continue;
    rounds.push(pair);
    firsts.push(...first);
  }
  const last = await fetch(service.url + path, { headers });
  await last.arrayBuffer();
  const tag = last.headers.get("etag") ?? "";
  const notModifiedMs = await timeOf(50, () =>
    fetch(service.url + path, { headers: { ...headers, "if-none-match": tag } }),
  );
  const codings = await sizesOf(service.url + path, headers);
  return report({ rounds, firsts, codings, bytes: body.length, records, notModifiedMs });
}

/** Elapsed and processor milliseconds. */
interface FirstRead {
  readonly ms: number;
  readonly cpu: number;
}

const firstReadsARound = 10;

/** Reads after a change of the rental, so the cache has no response. */
async function firstReads(
  { url, process }: RunningVariant,
  { rental, path, headers }: { rental: number; path: string; headers: Record<string, string> },
): Promise<FirstRead[]> {
  const reads: FirstRead[] = [];
  for (let read = 0; read < firstReadsARound; read++) {
    const changed = await fetch(`${url}/api/v3/rentals/${rental}`, {
      method: "PUT",
      headers: { ...headers, "content-type": "application/vnd.api+json" },
      body: JSON.stringify({ rentals: [{ name: `Villa ${read}` }] }),
    });
    if (changed.status !== 200) throw new BenchError(`Changing the rental failed: ${await changed.text()}`);
    await changed.arrayBuffer();
    await process.ask({}, Usage);
    const start = performance.now();
    const answer = await fetch(url + path, { headers: { ...headers, "accept-encoding": "identity" } });
    await answer.arrayBuffer();
    const ms = performance.now() - start;
    reads.push({ ms, cpu: (await process.ask({}, Usage)).processor });
  }
  return reads;
}

/** The transferred bytes of a response in each content coding. */
async function sizesOf(url: string, headers: Record<string, string>): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (const coding of ["gzip", "br", "zstd"]) {
    const size = await new Promise<number>((resolve, reject) => {
      get(url, { headers: { ...headers, "accept-encoding": coding } }, (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
        answer.on("end", () => resolve(answer.headers["content-encoding"] === coding ? bytes : 0)).on("error", reject);
      }).on("error", reject);
    });
    if (size > 0) sizes.set(coding, size);
  }
  return sizes;
}

async function measure(
  load: Load,
  variant: RunningVariant,
  path: string,
  token: string,
  seconds: number,
): Promise<Round> {
  await variant.process.ask({}, Usage);
  const requests = { kind: "reads" as const, paths: [path] };
  const result = await load.fire({ url: variant.url, token, connections: 1, seconds, requests });
  return { ...result, ...(await variant.process.ask({}, Usage)) };
}

/** The median time of 304 responses, in milliseconds. */
async function timeOf(times: number, ask: () => Promise<Response>): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    const { status } = await ask();
    if (status !== 304) throw new BenchError(`A conditional request returned ${status} instead of 304.`);
    taken.push(performance.now() - start);
  }
  return median(taken);
}

const heads = ["", "ms/answer", "ratio", "MB/s", "CPU ms/answer", "memory MB", "loop delay p99 ms"];

interface Measured {
  readonly rounds: readonly { readonly service: Round; readonly baseline: Round }[];
  readonly firsts: readonly FirstRead[];
  /** Bytes by coding. */
  readonly codings: ReadonlyMap<string, number>;
  readonly bytes: number;
  readonly records: number;
  /** Milliseconds of a 304 response. */
  readonly notModifiedMs: number;
}

function report({ rounds, firsts, codings, bytes, records, notModifiedMs }: Measured): Outcome {
  const megabytes = bytes / 1e6;
  const ratio = median(rounds.map(({ service, baseline }) => baseline.perSecond / service.perSecond));
  const first = { ms: median(firsts.map(({ ms }) => ms)), cpu: median(firsts.map(({ cpu }) => cpu)) };
  const figures: Record<string, number> = {
    repeated_ratio: rounded(ratio, 2),
    megabytes: rounded(megabytes, 2),
    records,
    not_modified_ms: rounded(notModifiedMs, 2),
    first_ms: rounded(first.ms, 2),
    first_cpu_ms: rounded(first.cpu, 2),
  };
  for (const [coding, size] of codings) figures[`${coding}_megabytes`] = rounded(size / 1e6, 3);
  const rows = (["service", "baseline"] as const).map((variant) => {
    const middle = (of: (round: Round) => number) => rounded(median(rounds.map((round) => of(round[variant]))), 2);
    const measured = {
      ms: middle(({ perSecond }) => 1000 / perSecond),
      megabytes_per_second: middle(({ perSecond }) => perSecond * megabytes),
      cpu_ms: middle(({ processor, answers }) => processor / answers),
      memory_mb: middle(({ memory }) => memory),
      loop_delay_p99_ms: middle(({ delay }) => delay),
    };
    for (const [figure, value] of Object.entries(measured)) figures[`${variant}_${figure}`] = value;
    const [ms, ...others] = Object.values(measured).map(String);
    return [variant, ms ?? "", variant === "service" ? `${ratio.toFixed(2)} ×` : "", ...others];
  });
  rows.unshift(["first read", first.ms.toFixed(2), "", "", first.cpu.toFixed(2), "", ""]);
  const sizes = [...codings].map(([coding, size]) => `${coding} ${(size / 1e6).toFixed(2)} MB`).join(", ");
  const notes = `One rental, ${records} records, ${megabytes.toFixed(2)} MB per response (${sizes || "never compressed"}), one connection; medians of alternating rounds.
The service repeats one response; each first read follows a change of the rental. A 304 response took
${notModifiedMs.toFixed(2)} ms.`;
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}
