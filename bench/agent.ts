import { Database } from "../src/database/connect/database.ts";
import { readScopes } from "../src/interfaces/mcp/caller.ts";
import { createAgentToken } from "../src/modules/platform/access/agent-tokens/create-token.ts";
import { type Bench, BenchError, type BenchOptions, chosen, type Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { type LoadOrder, type LoadResult, Usage } from "./messages.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

const connections = 32;

/** The overhead of lists through the agent endpoint, as a share of the REST API's throughput. */
export const agent: Bench = {
  claim: "Lists of 25 of 50,000 bookings through the agent endpoint, against the same lists through the REST API.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(false, options.signal);
    return await compare(fixture, options);
  },
};

/** One way to request the same records. */
type Asking = Pick<LoadOrder, "token" | "requests">;

/** One round's result, and the service's processor time in milliseconds. */
type Round = LoadResult & { readonly processor: number };

async function compare(fixture: Fixture, options: BenchOptions): Promise<Outcome> {
  await using load = new Load(options.signal);
  await using service = await startService(fixture, options.profile, { keeps: false });
  const token = await anAgentToken(fixture);
  const session = await aSession(service.url, token);
  const rest = async (path: string): Promise<Asking> => ({
    token: await fixture.aToken([...readScopes]),
    requests: { kind: "reads", paths: [`/api/v3/bookings?per_page=25${path}`] },
  });
  const call = (args: object): Asking => {
    const params = { name: "api_v3_list", arguments: { resource: "bookings", ...args } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return { token, requests: { kind: "calls", path: "/mcp", session, body } };
  };
  const parts = [
    { name: "list_25", rest: await rest(""), agent: call({ fields: "*" }) },
    {
      name: "list_25_fields",
      rest: await rest("&fields=id,start_at,end_at"),
      agent: call({ fields: "id,start_at,end_at" }),
    },
  ];
  const rows: string[][] = [];
  const figures: Record<string, number> = {};
  for (const part of chosen(parts, options)) {
    await assertSameAnswers(service.url, part);
    console.error(`Measuring ${part.name} …`);
    const fire = (asking: Asking, seconds: number): Promise<Round> => measure(load, service, asking, seconds);
    report(part.name, await inTurns(fire, part, options), rows, figures);
  }
  return { text: `${table(heads, rows)}\n\n${notes}`, figures };
}

/** Loads both ways alternately after a warm-up, so other load on the machine affects both. */
async function inTurns(
  fire: (asking: Asking, seconds: number) => Promise<Round>,
  { rest, agent }: { readonly rest: Asking; readonly agent: Asking },
  { seconds = 1, rounds = 9 }: BenchOptions,
): Promise<{ rest: Round; agent: Round }[]> {
  const measured: { rest: Round; agent: Round }[] = [];
  await fire(rest, 1);
  await fire(agent, 1);
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) measured.push({ rest: await fire(rest, seconds), agent: await fire(agent, seconds) });
    else measured.push({ agent: await fire(agent, seconds), rest: await fire(rest, seconds) });
  }
  return measured;
}

async function measure(load: Load, variant: RunningVariant, asking: Asking, seconds: number): Promise<Round> {
  await variant.process.ask({}, Usage);
  const result = await load.fire({ url: variant.url, connections, seconds, ...asking });
  return { ...result, processor: (await variant.process.ask({}, Usage)).processor };
}

/** A token with a practically unlimited rate. */
async function anAgentToken(fixture: Fixture): Promise<string> {
  const [user = 0] = await fixture.ids(
    "insert into users (email, fullname) values ('a@example.com', 'A') returning id",
  );
  await fixture.ids(
    `insert into memberships (account_id, user_id, role) values (${fixture.account}, ${user}, 'owner') returning user_id as id`,
  );
  const database = new Database(fixture.login, { connections: 1 });
  try {
    const input = { user, accounts: [fixture.account], multi: false };
    const { token } = await database.transaction((transaction) => createAgentToken(transaction, input));
    await fixture.ids("update agent_tokens set rate_limit = 1000000000 returning id");
    return token;
  } finally {
    await database.close();
  }
}

async function aSession(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } }),
  });
  const session = response.headers.get("mcp-session-id");
  if (session === null) throw new BenchError(`initialize returned ${response.status}: ${await response.text()}`);
  return session;
}

/** Both ways must return identical records, except `owned_by_app`: an agent is no application. */
async function assertSameAnswers(
  url: string,
  { rest, agent }: { readonly rest: Asking; readonly agent: Asking },
): Promise<void> {
  const [ours, theirs] = [recordsIn(await answerOf(url, agent)), recordsIn(await answerOf(url, rest))];
  if (ours !== undefined && ours === theirs) return;
  throw new BenchError("The agent endpoint and the REST API returned different records.");
}

/** A response's records as text. The agent's response has them twice; this takes the structured content. */
function recordsIn(body: string): string | undefined {
  const start = body.lastIndexOf('"bookings":[{');
  const records = start < 0 ? undefined : /^"bookings":\[(.*)\],"(?:links|meta)":/s.exec(body.slice(start))?.[1];
  return records?.replaceAll('"owned_by_app":true', '"owned_by_app":false');
}

async function answerOf(url: string, { token, requests }: Asking): Promise<string> {
  const authorization = `Bearer ${token}`;
  if (requests.kind === "reads") return (await fetch(url + requests.paths[0], { headers: { authorization } })).text();
  if (requests.kind !== "calls") throw new BenchError("Nothing to compare.");
  const headers = { authorization, "content-type": "application/json", "mcp-session-id": requests.session };
  return (await fetch(url + requests.path, { method: "POST", headers, body: requests.body })).text();
}

const heads = ["", "req/s", "ratio", "p50 ms", "p99 ms", "CPU ms/req", "CPU ratio"];
const notes = `${connections} connections; medians of alternating rounds in one run. Load, service and database share this machine. An agent's
response has every record twice, as text and as structured content, and is logged for audit. The API token has all read scopes.`;

function report(
  name: string,
  rounds: { rest: Round; agent: Round }[],
  rows: string[][],
  figures: Record<string, number>,
): void {
  const ratio = median(rounds.map(({ rest, agent }) => agent.perSecond / rest.perSecond));
  figures[`${name}_ratio`] = rounded(ratio, 3);
  const cpuOf = ({ processor, answers }: Round): number => processor / answers;
  const cpuRatio = median(rounds.map(({ rest, agent }) => cpuOf(agent) / cpuOf(rest)));
  figures[`${name}_cpu_ratio`] = rounded(cpuRatio, 3);
  for (const way of ["agent", "rest"] as const) {
    const middle = (of: (round: Round) => number, decimals: number) =>
      rounded(median(rounds.map((round) => of(round[way]))), decimals);
    const measured = {
      per_second: middle((round) => round.perSecond, 1),
      p50_ms: middle((round) => round.p50, 1),
      p99_ms: middle((round) => round.p99, 1),
      cpu_ms: middle((round) => round.processor / round.answers, 3),
    };
    for (const [figure, value] of Object.entries(measured)) figures[`${name}_${way}_${figure}`] = value;
    const [perSecond, ...others] = Object.values(measured).map(String);
    const [throughput, cpu] = way === "agent" ? [ratio.toFixed(2), cpuRatio.toFixed(2)] : ["", ""];
    rows.push([`${name} ${way}`, perSecond ?? "", throughput, ...others, cpu]);
  }
}
