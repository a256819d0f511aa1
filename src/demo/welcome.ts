import { isAbsolute, relative, resolve } from "node:path";
import type { Config } from "../config.ts";
import { createAgentToken } from "../agent/tokens/create-token.ts";
import { formatDay } from "../core/day.ts";
import type { Database } from "../database/database.ts";
import type { Transaction } from "../database/transaction.ts";
import { certificatePath } from "../http/certificate.ts";
import type { Scope } from "../kernel/scopes.ts";
import { formatInstant } from "../kernel/values/time.ts";
import { issueAccessToken } from "../oauth/access-token.ts";
import { installApplication } from "../oauth/install-application.ts";
import { ownApplication } from "../oauth/own-application.ts";
import type { SeededDemo } from "./content.ts";

/** What the demo's token may do. */
const demoScopes: readonly Scope[] = [
  "public", "bookings_read", "bookings_write", "clients_read", "clients_write", "rentals_read", "rentals_write", "rates_read", "rates_write",
]; // biome-ignore format: one list, read as one

/** Milliseconds for which the demo's token is good. */
const tokenLife = 30 * 86_400_000;

/**
 * The text that a start prints: where the service is, how long the start took, and with the demo a ready token and four commands to
 * paste; without it, how to begin. The token is a new one at every start, since no token can be shown a second time.
 * @param demo what this start has seeded, if it has
 * @param seconds how long the start took
 */
export async function demoWelcome(
  config: Config,
  database: Database,
  demo: SeededDemo | undefined,
  seconds: string,
): Promise<string> {
  const where = `\nRoost is ready (${seconds} s): ${config.baseUrl}\nThe API is explained at ${config.baseUrl}/docs\n`;
  const tour = config.demo ? await database.transaction(prepareTour) : undefined;
  return `${where}${tour ? tourText(config, tour, demo) : beginning}\n`;
}

const beginning = `
Open an account, and let a program in with a token:

npm run -s roost -- account create --name "My holiday homes"
npm run -s roost -- token issue --account 1 --scopes "public rentals_write clients_write bookings_write"
`;

/** What the four commands show. */
interface Tour {
  readonly business: string;
  readonly token: string;
  /** For an AI agent; undefined when nobody owns the account. */
  readonly agentToken: string | undefined;
  /** When the token was made: bookings since are new. Epoch milliseconds. */
  readonly now: number;
  readonly free: FreeStay | undefined;
}

/** Free nights; days are epoch days. */
interface FreeStay {
  readonly rental: number;
  readonly name: string;
  readonly arrival: number;
  readonly nights: number;
}

async function prepareTour(transaction: Transaction): Promise<Tour | undefined> {
  const account = await transaction.row<{ id: number; business_name: string; now: number }>(
    "select id, business_name, now() as now from accounts where demo order by id limit 1",
  );
  if (!account) return undefined;
  const { id, now } = account;
  const application = await ownApplication(transaction);
  await installApplication(transaction, { account: id, application, scopes: demoScopes });
  const grant = { account: id, application, scopes: demoScopes, expiresAt: now + tokenLife };
  const token = await issueAccessToken(transaction, grant);
  const agentToken = await agentTokenOf(transaction, id, now);
  await transaction.enter([id]);
  return { business: account.business_name, token, agentToken, now, free: await findFreeStay(transaction, id) };
}

/** A token of the account's first owner, good for as long as the other one. */
async function agentTokenOf(transaction: Transaction, account: number, now: number): Promise<string | undefined> {
  const owner = await transaction.row<{ id: number }>(
    "select user_id as id from memberships where account_id = $1 and role = 'owner' order by user_id limit 1",
    [account],
  );
  if (!owner) return undefined;
  const wanted = { user: owner.id, accounts: [account], multi: false, expiresAt: now + tokenLife };
  return (await createAgentToken(transaction, wanted)).token;
}

/** The next free week of the first rental that has one, from Saturday to Saturday as the high season wants it, and a week to prepare. */
async function findFreeStay(transaction: Transaction, account: number): Promise<FreeStay | undefined> {
  const nights = 7;
  const row = await transaction.row<{ id: number; name: string; arrival: number }>(
    `select rentals.id, rentals.name, day::date as arrival
     from rentals cross join generate_series(current_date + 7, current_date + 330, interval '1 day') as day
     where rentals.account_id = $1 and rentals.deleted_at is null and extract(isodow from day) = 6
       and not exists (select from bookings where bookings.account_id = $1 and bookings.rental_id = rentals.id
         and bookings.canceled_at is null and bookings.nights && daterange(day::date, day::date + $2::integer))
     order by rentals.id, day limit 1`,
    [account, nights],
  );
  return row && { rental: row.id, name: row.name, arrival: row.arrival, nights };
}

function tourText(config: Config, tour: Tour, demo: SeededDemo | undefined): string {
  const curl = curlOf(config, tour.token);
  const seeded = demo ? seededText(config, demo) : "";
  const steps = [
    ["See the rentals:", curl("/rentals?fields=id,name,city,sleeps,base_rate,currency")],
    ...(tour.free ? [searchStep(tour.free, curl), bookingStep(tour.free, curl)] : []),
    ["See what was booked since this start:", curl(`/bookings?updated_since=${formatInstant(tour.now)}`)],
  ];
  return `${seeded}
Token for the demo account "${tour.business}", good for 30 days:

${tour.token}

${steps.map(([what, line]) => `${what}\n${line}\n`).join("\n")}${agentText(config, tour)}`;
}

/** An AI agent needs a URL and a token. */
function agentText(config: Config, { agentToken }: Tour): string {
  if (agentToken === undefined) return "";
  return `
Let an AI agent read the same account (docs/agents.md), at ${config.baseUrl}/mcp with the token:
${agentToken}
`;
}

/** Only the start that makes the demo can say the password of its owner. */
function seededText(config: Config, { content, owner }: SeededDemo): string {
  const { accounts, rentals, clients, bookings } = content;
  return `A demo was made: ${accounts} accounts, ${rentals} rentals, ${clients} guests, ${bookings} bookings.

Sign in at ${config.baseUrl}/sign_in as its owner (the password is shown this once):

${owner.email}
${owner.password}
`;
}

type Curl = (path: string, body?: object) => string;

/** A step of the tour: what it does, and the command. */
type Step = [what: string, line: string];

function stayOf({ arrival, nights }: FreeStay) {
  return { start_at: formatDay(arrival), end_at: formatDay(arrival + nights), adults: 2 };
}

function searchStep(free: FreeStay, curl: Curl): Step {
  const { start_at, end_at, adults } = stayOf(free);
  const members = "id,name,currency,initial_price,final_price,price_to_pay_now";
  const search = `/rentals/search?start_at=${start_at}&end_at=${end_at}&adults=${adults}&sort=price&fields=${members}`;
  return [`Ask what ${free.nights} nights cost, wherever they are free:`, curl(search)];
}

function bookingStep(free: FreeStay, curl: Curl): Step {
  const line = curl(`/rentals/${free.rental}/bookings`, { bookings: [stayOf(free)] });
  return [`Book them in ${free.name}, at that price (a second time, they are taken):`, line];
}

/** Writes a command that works as it stands in the directory of the service. */
function curlOf(config: Config, token: string): Curl {
  const trust =
    config.tls === "self-signed" ? `--cacert ${quoted(shortest(certificatePath(config.dataDirectory)))} ` : "";
  const start = `curl -s ${trust}-H "Authorization: Bearer ${token}" `;
  return (path, body) => {
    const content = body ? `-H "Content-Type: application/json" -d '${JSON.stringify(body)}' ` : "";
    return `${start}${content}${quoted(`${config.baseUrl}/api/v3${path}`)}`;
  };
}

/** A path as it is typed in the current directory: relative inside of it, absolute elsewhere. */
function shortest(path: string): string {
  const below = relative(process.cwd(), resolve(path));
  return below.startsWith("..") || isAbsolute(below) ? resolve(path) : below;
}

/** A word of a shell command, in quotes where it needs them. */
function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
