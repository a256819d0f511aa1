import { isAbsolute, relative, resolve } from "node:path";
import { type Config, defaultDataDirectory } from "../config.ts";
import { dayOfInstant, formatDay, millisecondsPerDay } from "../../core/day.ts";
import type { Database } from "../../database/database.ts";
import { certificatePath } from "../../interfaces/http/certificate.ts";
import { formatInstant } from "../../kernel/values/time.ts";
import { demoColleagues } from "../../modules/people/demo-user.ts";
import type { SeededDemo } from "./content.ts";
import { demoScopes, type FreeStay, prepareTour, tokenDays, type Tour } from "./tour.ts";

/**
 * The text that a start prints: where the service is, how long the start took, and with the demo four commands to paste; without it, how
 * to begin. The start that makes the demo also makes a token of the API and one for an agent. Only digests of them are kept, so a later
 * start cannot show them again; it shows how to make others instead of leaving one more behind each time.
 * @param demo what this start has seeded, if it has
 * @param seconds how long the start took
 */
export async function demoWelcome(
  config: Config,
  database: Database,
  demo: SeededDemo | undefined,
  seconds: string,
): Promise<string> {
  const where = `\nRoost is ready (${seconds} s): ${config.baseUrl}\nAPI guide: ${config.baseUrl}/docs\n`;
  const tour = config.demo
    ? await database.transaction((transaction) => prepareTour(transaction, demo !== undefined))
    : undefined;
  return `${where}${tour ? tourText(config, tour, demo) : beginning}\n`;
}

const beginning = `
Create an account, and a token for a program:

npm run -s roost -- account create --name "My holiday homes"
npm run -s roost -- token issue --account 1 --scopes "public rentals_write clients_write bookings_write"
`;

function tourText(config: Config, tour: Tour, demo: SeededDemo | undefined): string {
  const curl = curlOf(config, tour.tokens?.api ?? "$TOKEN");
  const seeded = demo ? seededText(config, demo) : "";
  const steps = [
    ["List the rentals:", curl("/rentals?fields=id,name,city,sleeps,base_rate,currency")],
    ...(tour.free ? [searchStep(tour.free, curl), bookingStep(tour.free, curl)] : []),
    ["List what was booked since this start:", curl(`/bookings?updated_since=${formatInstant(tour.now)}`)],
  ];
  return `${seeded}
${tokenText(config, tour)}
${steps.map(([what, line]) => `${what}\n${line}\n`).join("\n")}${agentText(config, tour)}`;
}

function tokenText(config: Config, { account, business, tokens }: Tour): string {
  if (tokens)
    return `Token for the demo account "${business}", valid for ${tokenDays} days and shown only now:\n\n${tokens.api}\n`;
  const seconds = (tokenDays * millisecondsPerDay) / 1000;
  const issue = `token issue --account ${account} --expires-in ${seconds} --scopes "${demoScopes.join(" ")}"`;
  return `The token for the demo account "${business}" was shown when it was made. Make another for the commands below:

TOKEN=$(${roostCommand(config, issue)})
`;
}

/** An AI agent needs a URL and a token. */
function agentText(config: Config, { account, owner, tokens, now }: Tour): string {
  if (!owner) return "";
  const what = "Let an AI agent read the same account (docs/agents.md)";
  if (tokens?.agent !== undefined) {
    return `\n${what}, at ${config.baseUrl}/mcp, with this token (also shown only now):\n${tokens.agent}\n`;
  }
  const until = formatDay(dayOfInstant(now) + tokenDays);
  const create = `agent-token create --user ${quoted(owner.email)} --account ${account} --expires ${until}`;
  return `\n${what}, at ${config.baseUrl}/mcp. A token for it:\n${roostCommand(config, create)}\n`;
}

/** A command of the administrator's, about the data that this service works on. */
function roostCommand({ databaseUrl, dataDirectory }: Config, words: string): string {
  const elsewhere = databaseUrl === undefined && resolve(dataDirectory) !== resolve(defaultDataDirectory);
  return `${elsewhere ? `ROOST_DATA_DIR=${quoted(dataDirectory)} ` : ""}npm run -s roost -- ${words}`;
}

const colleagues = `Its ${demoColleagues.map(({ email, role }) => `${role} (${email})`).join(" and its ")}`;

/** Only the start that makes the demo can say the password of its owner. */
function seededText(config: Config, { content, owner }: SeededDemo): string {
  const { accounts, rentals, clients, bookings } = content;
  return `A demo was made: ${accounts} accounts, ${rentals} rentals, ${clients} guests, ${bookings} bookings.

Sign in at ${config.baseUrl}/sign_in as its owner (the password is shown only now):

${owner.email}
${owner.password}

${colleagues} have the same password.
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
  return [`Ask what ${free.nights} nights cost wherever they are free:`, curl(search)];
}

function bookingStep(free: FreeStay, curl: Curl): Step {
  const line = curl(`/rentals/${free.rental}/bookings`, { bookings: [stayOf(free)] });
  return [`Book them in ${free.name} at that price (try it twice: they are taken):`, line];
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
