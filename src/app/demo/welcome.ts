import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { dayOfInstant, formatDay, millisecondsPerDay } from "../../core/day.ts";
import type { Database } from "../../database/connect/database.ts";
import { certificatePath } from "../../interfaces/http/certificate.ts";
import { formatInstant } from "../../kernel/values/time.ts";
import { demoColleagues } from "../../modules/platform/people/demo-user.ts";
import { type Config, defaultDataDirectory } from "../config.ts";
import { type DemoCredentials, demoScopes, type FreeStay, prepareTour, type Tour, tokenDays } from "./tour.ts";

/**
 * Builds the text that a start prints: the URL, the start's duration, and commands to paste. With the demo, the first start issues a password,
 * an API token and an agent token. Only their digests are stored, so later starts show how to create new ones. Commands work in any folder.
 * @param seconds how long the start took
 */
export async function demoWelcome(config: Config, database: Database, seconds: string): Promise<string> {
  const where = `\nRoost is ready (${seconds} s): ${config.baseUrl}\nAPI guide: ${config.baseUrl}/docs\n`;
  const tour = config.demo ? await database.transaction(prepareTour) : undefined;
  return `${where}${tour ? tourText(config, tour) : beginning(config)}\n`;
}

function beginning(config: Config): string {
  return `
Create an account and an access token:

${roostCommand(config, 'account create --name "My holiday homes"')}
${roostCommand(config, 'token issue --account 1 --scopes "public rentals_write clients_write bookings_write"')}
`;
}

function tourText(config: Config, tour: Tour): string {
  const curl = curlOf(config, tour.credentials?.api ?? "$TOKEN");
  const steps = [
    ["List the rentals:", curl("/rentals?fields=id,name,city,sleeps,base_rate,currency")],
    ...(tour.free ? [searchStep(tour.free, curl), bookingStep(tour.free, curl)] : []),
    ["List bookings made since this start:", curl(`/bookings?updated_since=${formatInstant(tour.now)}`)],
  ];
  return `${tour.credentials ? demoText(config, tour.credentials) : ""}${siteText(config, tour)}
${tokenText(config, tour)}
${steps.map(([what, line]) => `${what}\n${line}\n`).join("\n")}${agentText(config, tour)}${passwordText(config, tour)}`;
}

function siteText({ baseUrl }: Config, { business, site }: Tour): string {
  return site === undefined ? "" : `\nBook as a guest on the page of "${business}": ${baseUrl}/stay/${site}\n`;
}

function tokenText(config: Config, { account, business, credentials }: Tour): string {
  if (credentials)
    return `Token for the demo account "${business}", valid for ${tokenDays} days and shown only once:\n\n${credentials.api}\n`;
  const seconds = (tokenDays * millisecondsPerDay) / 1000;
  const issue = `token issue --account ${account} --expires-in ${seconds} --scopes "${demoScopes.join(" ")}"`;
  return `An earlier start showed the token for the demo account "${business}". Issue a new one for the commands below:

TOKEN=$(${roostCommand(config, issue)})
`;
}

/** An AI agent needs a URL and a token. */
function agentText(config: Config, { account, owner, credentials, now }: Tour): string {
  if (!owner) return "";
  const what = "Let an AI agent use the same account (docs/guides/agents.md)";
  if (credentials?.agent !== undefined) {
    return `\n${what}, at ${config.baseUrl}/mcp, with this token (also shown only once):\n${credentials.agent}\n`;
  }
  const until = formatDay(dayOfInstant(now) + tokenDays);
  const create = `agent-token create --user ${quoted(owner.email)} --account ${account} --expires ${until}`;
  return `\n${what}, at ${config.baseUrl}/mcp. To create a token for it:\n${roostCommand(config, create)}\n`;
}

function passwordText(config: Config, { owner, credentials }: Tour): string {
  if (!owner) return "";
  const when = credentials ? "later" : "now";
  return `\nSet a new password for the demo's owner, ${when}:\n${roostCommand(config, `user password --email ${quoted(owner.email)}`)}\n`;
}

const project = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** Builds a command for this service's data that works in any folder. */
function roostCommand({ databaseUrl, dataDirectory }: Config, words: string): string {
  const isUsual = resolve(dataDirectory) === resolve(project, defaultDataDirectory);
  const data = databaseUrl !== undefined || isUsual ? "" : `ROOST_DATA_DIR=${quoted(resolve(dataDirectory))} `;
  return `${data}npm --prefix ${quoted(project)} run -s roost -- ${words}`;
}

const colleagues = `Its ${demoColleagues.map(({ email, role }) => `${role} (${email})`).join(" and its ")}`;

function demoText(config: Config, { content, email, password }: DemoCredentials): string {
  const { accounts, rentals, clients, bookings } = content;
  return `
The demo has ${accounts} accounts, ${rentals} rentals, ${clients} guests and ${bookings} bookings. Its photos appear within minutes.

Sign in at ${config.baseUrl}/sign_in as its owner (the password is shown only once):

${email}
${password}

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
  return [`Search for ${free.nights} free nights, with prices:`, curl(search)];
}

function bookingStep(free: FreeStay, curl: Curl): Step {
  const line = curl(`/rentals/${free.rental}/bookings`, { bookings: [stayOf(free)] });
  return [`Book them in ${free.name} (a second try is refused: the nights are taken):`, line];
}

/** Builds a curl command that works as is. */
function curlOf(config: Config, token: string): Curl {
  const trust =
    config.tls === "self-signed" ? `--cacert ${quoted(certificatePath(resolve(config.dataDirectory)))} ` : "";
  const start = `curl -sS ${trust}-H "Authorization: Bearer ${token}" `;
  return (path, body) => {
    const content = body ? `-H "Content-Type: application/json" -d '${JSON.stringify(body)}' ` : "";
    return `${start}${content}${quoted(`${config.baseUrl}/api/v3${path}`)}`;
  };
}

/** Quotes a shell word if needed. */
function quoted(word: string): string {
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
