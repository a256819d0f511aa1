import { isIP } from "node:net";
import type { TlsMode } from "../interfaces/http/transport.ts";
import { listedRedirectProblem } from "../interfaces/mcp/connector/redirect-policy.ts";
import type { SecretsKeys } from "../kernel/secrets.ts";
import { privateFetchProblem } from "../modules/outgoing/private-networks.ts";
import type { S3Settings } from "./files/s3-store.ts";
import { mailFrom, smtpServer } from "./mail/settings.ts";
import type { SmtpServer } from "./mail/smtp-mailer.ts";
import { ConfigError } from "./config-error.ts";
import { type Retention, retention } from "./retention.ts";
import { parseKeys } from "./secrets/parse-keys.ts";

/** The environment, parsed once (README, Configuration). */
export interface Config {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Scheme, host and port under which clients reach the service; no slash at the end. */
  readonly baseUrl: string;
  readonly tls: TlsMode;
  /** PEM files, for `files`. */
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Addresses or CIDR ranges whose X-Forwarded-* headers are trusted, for `proxy`. */
  readonly trustedProxies: readonly string[];
  readonly dataDirectory: string;
  /** A PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Under which secrets are sealed; undefined when a file beside the data directory holds the key. */
  readonly secretsKeys: SecretsKeys | undefined;
  /** Where other people's servers are when not at their usual address, by their names. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Hosts and ranges of addresses that are not public, and that may be fetched from all the same (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  /** Where files are when they are in no bucket; undefined for a folder of the data directory. */
  readonly filesDirectory: string | undefined;
  /** The bucket that files are in; undefined for a directory. */
  readonly s3: S3Settings | undefined;
  /** The mail server; undefined when mails are put into a directory. */
  readonly smtp: SmtpServer | undefined;
  /** The address that mails come from. */
  readonly mailFrom: string;
  /** How long changes of records are kept. */
  readonly retention: Retention;
  readonly demo: boolean;
  /** Days for which attempts to deliver webhooks are kept. */
  readonly webhookDays: number;
  /** Whether webhooks may go to this machine, and by http: in the demo, while the service listens on loopback alone (`server.ts`). */
  readonly localWebhooks: boolean;
  /** Whether the service works on jobs, or leaves them to `npm run -s roost -- worker`. */
  readonly worker: boolean;
  /**
   * Where the sign-in of agents may redirect, besides the person's own machine (docs/agents.md): https, or the private scheme of a program;
   * compared character by character.
   */
  readonly agentRedirectUris: readonly string[];
  /** Origins, besides the service's own, whose agents' requests are accepted; as browsers write them. */
  readonly agentOrigins: readonly string[];
  /** Seconds for which the service goes on serving after it was told to end, unready already, so that a balancer turns away first. */
  readonly drainSeconds: number;
  /** How lines of the log look: for programs or for people; for people where the log goes to a terminal, unless told otherwise. */
  readonly logFormat: "json" | "pretty";
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

export const defaultDataDirectory = "./data";

export { ConfigError };

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the environment. @throws ConfigError for the first wrong value */
export function readConfig(environment: Environment): Config {
  const tls = choice(environment, "ROOST_TLS", ["self-signed", "off", "proxy", "files"], "self-signed");
  const httpPort = port(environment, "ROOST_HTTP_PORT", 3000);
  const httpsPort = port(environment, "ROOST_HTTPS_PORT", 3443);
  const tlsCert = optional(environment, "ROOST_TLS_CERT");
  const tlsKey = optional(environment, "ROOST_TLS_KEY");
  if (tls === "files" && (tlsCert === undefined || tlsKey === undefined)) {
    throw new ConfigError("ROOST_TLS=files needs ROOST_TLS_CERT and ROOST_TLS_KEY, the paths of two PEM files.");
  }
  if (httpPort === httpsPort && (tls === "self-signed" || tls === "files")) {
    throw new ConfigError(`ROOST_HTTP_PORT and ROOST_HTTPS_PORT are both ${httpPort} and must differ.`);
  }
  const secure = tls === "self-signed" || tls === "files";
  const ownUrl = secure ? `https://localhost:${httpsPort}` : `http://localhost:${httpPort}`;
  const url = baseUrl(environment, tls) ?? ownUrl;
  const demo = choice(environment, "ROOST_DEMO", ["on", "off"], "on") === "on";
  const smtp = smtpServer(optional(environment, "ROOST_SMTP_URL"));
  return {
    httpPort,
    httpsPort,
    baseUrl: url,
    tls,
    tlsCert,
    tlsKey,
    trustedProxies: trustedProxies(environment),
    dataDirectory: optional(environment, "ROOST_DATA_DIR") ?? defaultDataDirectory,
    databaseUrl: databaseUrl(environment),
    secretsKeys: secretsKeys(environment),
    endpoints: endpoints(environment),
    privateFetch: privateFetch(environment),
    filesDirectory: optional(environment, "ROOST_FILES_DIR"),
    s3: s3(environment),
    smtp,
    mailFrom: mailFrom(optional(environment, "ROOST_MAIL_FROM"), { smtp, baseUrl: url }),
    demo,
    retention: retention(optional(environment, "ROOST_EVENT_DAYS"), optional(environment, "ROOST_AUDIT_DAYS")),
    webhookDays: days(environment, "ROOST_WEBHOOK_DAYS", 30),
    localWebhooks: demo && tls === "off",
    worker: choice(environment, "ROOST_WORKER", ["on", "off"], "on") === "on",
    agentRedirectUris: agentRedirectUris(environment),
    agentOrigins: agentOrigins(environment),
    drainSeconds: seconds(environment, "ROOST_DRAIN_SECONDS", 0),
    logFormat: choice(environment, "ROOST_LOG_FORMAT", ["json", "pretty"], process.stderr.isTTY ? "pretty" : "json"),
    logLevel: choice(
      environment,
      "ROOST_LOG_LEVEL",
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "info",
    ),
  };
}

function optional(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === "" ? undefined : value;
}

function choice<const V extends string>(environment: Environment, name: string, values: readonly V[], fallback: V): V {
  const text = optional(environment, name);
  if (text === undefined) return fallback;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new ConfigError(`${name} is "${text}"; it must be one of: ${values.join(", ")}.`);
  return found;
}

/** A TCP port. Not 0, a free one of the system's choice: the URLs that the service hands out must name it. */
function port(environment: Environment, name: string, fallback: number): number {
  const text = optional(environment, name);
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535) {
    throw new ConfigError(`${name} is "${text}"; it must be a port from 1 to 65535.`);
  }
  return Number(text);
}

/** A number of days, from 1 to ten years. */
function days(environment: Environment, name: string, fallback: number): number {
  const text = optional(environment, name);
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 3660)
    throw new ConfigError(`${name} is "${text}"; it must be a number of days from 1 to 3660.`);
  return Number(text);
}

/** A number of seconds, up to ten minutes. */
function seconds(environment: Environment, name: string, fallback: number): number {
  const text = optional(environment, name);
  if (text === undefined) return fallback;
  if (!/^\d{1,3}$/.test(text) || Number(text) > 600)
    throw new ConfigError(`${name} is "${text}"; it must be a number of seconds from 0 to 600.`);
  return Number(text);
}

function baseUrl(environment: Environment, tls: TlsMode): string | undefined {
  const text = optional(environment, "ROOST_BASE_URL");
  if (text === undefined) {
    if (tls === "proxy")
      throw new ConfigError("ROOST_TLS=proxy needs ROOST_BASE_URL, the https URL that the proxy serves.");
    return undefined;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(`ROOST_BASE_URL is "${text}"; it must be a URL such as https://roost.example.com.`);
  }
  if (tls !== "off" && url.protocol !== "https:")
    throw new ConfigError(`ROOST_BASE_URL is "${text}"; it must be an https URL.`);
  return text.replace(/\/+$/, "");
}

function trustedProxies(environment: Environment): string[] {
  const parts = (optional(environment, "ROOST_TRUSTED_PROXIES") ?? "loopback").split(",").map((part) => part.trim());
  const wrong = parts.find((part) => !isAddressRange(part));
  if (wrong === undefined) return parts;
  throw new ConfigError(
    `ROOST_TRUSTED_PROXIES names "${wrong}"; it must list addresses, ranges such as 10.0.0.0/8, or ${namedRanges.join(", ")}, separated by commas.`,
  );
}

/** Ranges that Fastify's proxy-addr knows by name. */
const namedRanges = ["loopback", "linklocal", "uniquelocal"];

function isAddressRange(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128);
}

function agentRedirectUris(environment: Environment): string[] {
  const uris = list(environment, "ROOST_AGENT_REDIRECT_URIS");
  for (const uri of uris) {
    const problem = listedRedirectProblem(uri);
    if (problem !== undefined) throw new ConfigError(`ROOST_AGENT_REDIRECT_URIS names "${uri}", which ${problem}.`);
  }
  return uris;
}

function agentOrigins(environment: Environment): string[] {
  const origins = list(environment, "ROOST_AGENT_ORIGINS");
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new ConfigError(
    `ROOST_AGENT_ORIGINS names "${wrong}"; it must list origins such as https://agents.example.com, without a path, separated by commas or spaces.`,
  );
}

/** An origin as a browser writes it: scheme, host, and the port unless it is the usual one. */
function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\*]+$/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text || (url.origin === "null" && url.protocol !== "file:");
}

/** A setting of several values, separated by commas or spaces. */
function list(environment: Environment, name: string): string[] {
  return (optional(environment, name) ?? "").split(/[\s,]+/).filter((item) => item !== "");
}

function databaseUrl(environment: Environment): string | undefined {
  const text = optional(environment, "DATABASE_URL");
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text itself may hold a password: it is not repeated.
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new ConfigError("DATABASE_URL is not of the form postgres://user:password@host:5432/database.");
  }
  return text;
}

function secretsKeys(environment: Environment): SecretsKeys | undefined {
  const text = optional(environment, "ROOST_SECRETS_KEY");
  if (text === undefined) return undefined;
  const keys = parseKeys(text);
  // The text may be nearly a key: it is not repeated.
  if (!keys) {
    throw new ConfigError(
      "ROOST_SECRETS_KEY is not a key of 32 bytes in base64 or hex, or several, separated by commas (openssl rand -base64 32 makes one).",
    );
  }
  return keys;
}

function endpoints(environment: Environment): Record<string, string> {
  const text = optional(environment, "ROOST_STRIPE_URL");
  if (text === undefined) return {};
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && loopback.test(url.hostname));
  if (!url || !isSafe || url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new ConfigError(
      "ROOST_STRIPE_URL is not an https URL without a path such as https://proxy.example.com (http on this machine only).",
    );
  }
  return { stripe: url.origin };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function privateFetch(environment: Environment): string[] {
  const named = list(environment, "ROOST_PRIVATE_FETCH");
  for (const item of named) {
    const problem = privateFetchProblem(item);
    if (problem !== undefined) throw new ConfigError(`ROOST_PRIVATE_FETCH names "${item}", which ${problem}.`);
  }
  return named;
}

/** The settings of a bucket: all that it takes, or none. */
function s3(environment: Environment): S3Settings | undefined {
  const bucket = optional(environment, "ROOST_S3_BUCKET");
  const accessKeyId = optional(environment, "ROOST_S3_ACCESS_KEY_ID");
  const secretAccessKey = optional(environment, "ROOST_S3_SECRET_ACCESS_KEY");
  const endpoint = optional(environment, "ROOST_S3_ENDPOINT");
  const given = s3Names.filter((name) => optional(environment, name) !== undefined);
  if (given.length === 0) return undefined;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      `${given[0]} is set, and so ROOST_S3_BUCKET, ROOST_S3_ACCESS_KEY_ID and ROOST_S3_SECRET_ACCESS_KEY must be.`,
    );
  }
  if (optional(environment, "ROOST_FILES_DIR") !== undefined)
    throw new ConfigError("ROOST_FILES_DIR and ROOST_S3_BUCKET are both set: files are in one place.");
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new ConfigError("ROOST_S3_ENDPOINT is not a URL such as https://s3.example.com.");
  return {
    bucket,
    endpoint,
    region: optional(environment, "ROOST_S3_REGION") ?? "us-east-1",
    accessKeyId,
    secretAccessKey,
    forcePathStyle: choice(environment, "ROOST_S3_FORCE_PATH_STYLE", ["on", "off"], "off") === "on",
  };
}

const s3Names = [
  "ROOST_S3_BUCKET",
  "ROOST_S3_ENDPOINT",
  "ROOST_S3_REGION",
  "ROOST_S3_ACCESS_KEY_ID",
  "ROOST_S3_SECRET_ACCESS_KEY",
  "ROOST_S3_FORCE_PATH_STYLE",
];
