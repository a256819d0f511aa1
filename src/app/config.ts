import { isIP } from "node:net";
import { hostUrls } from "../database/connect/hosts.ts";
import type { TlsMode } from "../interfaces/http/transport.ts";
import { listedRedirectProblem } from "../interfaces/mcp/connector/redirect-policy.ts";
import type { SecretsKeys } from "../kernel/access/secrets.ts";
import { privateFetchProblem } from "../modules/platform/outgoing/private-networks.ts";
import { ConfigError } from "./config-error.ts";
import type { S3Settings } from "./files/s3-store.ts";
import { mailFrom, smtpServer } from "./mail/settings.ts";
import type { SmtpServer } from "./mail/smtp-mailer.ts";
import { type Retention, retention } from "./retention.ts";
import { parseKeys } from "./secrets/parse-keys.ts";
import { type MetricsSettings, metricsSettings } from "./settings/metrics.ts";
import { type Environment, type GivenSettings, readSettings } from "./settings/read-settings.ts";
import { settings } from "./settings/table.ts";
import { choice, days, isOn, list, port, seconds } from "./settings/values.ts";

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
  /** Where the embedded server's write-ahead log is copied to; undefined for nowhere. */
  readonly walArchive: string | undefined;
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
  /** How `GET /metrics` is reached; undefined when nothing is measured. */
  readonly metrics: MetricsSettings | undefined;
  /** Origins, besides the service's own, whose agents' requests are accepted; as browsers write them. */
  readonly agentOrigins: readonly string[];
  /** Seconds for which the service goes on serving after it was told to end, unready already, so that a balancer turns away first. */
  readonly drainSeconds: number;
  /** How lines of the log look: for programs or for people; for people where the log goes to a terminal, unless told otherwise. */
  readonly logFormat: "json" | "pretty";
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

export const defaultDataDirectory = settings.dataDirectory.fallback;

export { ConfigError };

/** Parses the environment. @throws ConfigError for the first wrong value, and for a setting that nobody declared */
export function readConfig(environment: Environment): Config {
  const given = readSettings(environment);
  const tls = choice(given, settings.tls);
  const httpPort = port(given, settings.httpPort) ?? settings.httpPort.fallback;
  const httpsPort = port(given, settings.httpsPort) ?? settings.httpsPort.fallback;
  const tlsCert = given.ROOST_TLS_CERT;
  const tlsKey = given.ROOST_TLS_KEY;
  if (tls === "files" && (tlsCert === undefined || tlsKey === undefined)) {
    throw new ConfigError("ROOST_TLS=files needs ROOST_TLS_CERT and ROOST_TLS_KEY, the paths of two PEM files.");
  }
  if (httpPort === httpsPort && (tls === "self-signed" || tls === "files")) {
    throw new ConfigError(`ROOST_HTTP_PORT and ROOST_HTTPS_PORT are both ${httpPort} and must differ.`);
  }
  const secure = tls === "self-signed" || tls === "files";
  const ownUrl = secure ? `https://localhost:${httpsPort}` : `http://localhost:${httpPort}`;
  const url = baseUrl(given, tls) ?? ownUrl;
  const demo = isOn(given, settings.demo);
  const smtp = smtpServer(given.ROOST_SMTP_URL);
  return {
    httpPort,
    httpsPort,
    baseUrl: url,
    tls,
    tlsCert,
    tlsKey,
    trustedProxies: trustedProxies(given),
    dataDirectory: given.ROOST_DATA_DIR ?? defaultDataDirectory,
    databaseUrl: databaseUrl(given),
    walArchive: walArchive(given),
    secretsKeys: secretsKeys(given),
    endpoints: endpoints(given),
    privateFetch: privateFetch(given),
    filesDirectory: given.ROOST_FILES_DIR,
    s3: s3(given),
    smtp,
    mailFrom: mailFrom(given.ROOST_MAIL_FROM, { smtp, baseUrl: url }),
    demo,
    retention: retention(given.ROOST_EVENT_DAYS, given.ROOST_AUDIT_DAYS),
    webhookDays: days(given, settings.webhookDays),
    localWebhooks: demo && tls === "off",
    worker: isOn(given, settings.worker),
    agentRedirectUris: agentRedirectUris(given),
    agentOrigins: agentOrigins(given),
    metrics: metricsSettings(given, secure ? [httpPort, httpsPort] : [httpPort]),
    drainSeconds: seconds(given, settings.drainSeconds),
    logFormat: choice(given, { ...settings.logFormat, fallback: process.stderr.isTTY ? "pretty" : "json" }),
    logLevel: choice(given, settings.logLevel),
  };
}

function baseUrl(given: GivenSettings, tls: TlsMode): string | undefined {
  const text = given.ROOST_BASE_URL;
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

function trustedProxies(given: GivenSettings): string[] {
  const parts = (given.ROOST_TRUSTED_PROXIES ?? settings.trustedProxies.fallback).split(",").map((part) => part.trim());
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

function agentRedirectUris(given: GivenSettings): string[] {
  const uris = list(given, settings.agentRedirectUris);
  for (const uri of uris) {
    const problem = listedRedirectProblem(uri);
    if (problem !== undefined) throw new ConfigError(`ROOST_AGENT_REDIRECT_URIS names "${uri}", which ${problem}.`);
  }
  return uris;
}

function agentOrigins(given: GivenSettings): string[] {
  const origins = list(given, settings.agentOrigins);
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

function databaseUrl(given: GivenSettings): string | undefined {
  const text = given.DATABASE_URL;
  if (text === undefined) return undefined;
  // The text itself may hold a password: it is not repeated.
  if (!hostUrls(text).every(isDatabaseUrl)) {
    throw new ConfigError("DATABASE_URL is not of the form postgres://user:password@host:5432/database.");
  }
  return text;
}

function walArchive(given: GivenSettings): string | undefined {
  const directory = given.ROOST_WAL_ARCHIVE;
  if (directory !== undefined && given.DATABASE_URL !== undefined)
    throw new ConfigError(
      "ROOST_WAL_ARCHIVE is for the embedded database: let the server of DATABASE_URL archive its own log.",
    );
  return directory;
}

const isDatabaseUrl = (url: string): boolean => /^postgres(ql)?:/.test(url) && URL.canParse(url);

function secretsKeys(given: GivenSettings): SecretsKeys | undefined {
  const text = given.ROOST_SECRETS_KEY;
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

function endpoints(given: GivenSettings): Record<string, string> {
  const text = given.ROOST_STRIPE_URL;
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

function privateFetch(given: GivenSettings): string[] {
  const named = list(given, settings.privateFetch);
  for (const item of named) {
    const problem = privateFetchProblem(item);
    if (problem !== undefined) throw new ConfigError(`ROOST_PRIVATE_FETCH names "${item}", which ${problem}.`);
  }
  return named;
}

/** The settings of a bucket: all that it takes, or none. */
function s3(given: GivenSettings): S3Settings | undefined {
  const bucket = given.ROOST_S3_BUCKET;
  const accessKeyId = given.ROOST_S3_ACCESS_KEY_ID;
  const secretAccessKey = given.ROOST_S3_SECRET_ACCESS_KEY;
  const endpoint = given.ROOST_S3_ENDPOINT;
  const set = s3Names.filter((name) => given[name] !== undefined);
  if (set.length === 0) return undefined;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      `${set[0]} is set, and so ROOST_S3_BUCKET, ROOST_S3_ACCESS_KEY_ID and ROOST_S3_SECRET_ACCESS_KEY must be.`,
    );
  }
  if (given.ROOST_FILES_DIR !== undefined)
    throw new ConfigError("ROOST_FILES_DIR and ROOST_S3_BUCKET are both set: files are in one place.");
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new ConfigError("ROOST_S3_ENDPOINT is not a URL such as https://s3.example.com.");
  return {
    bucket,
    endpoint,
    region: given.ROOST_S3_REGION ?? settings.s3Region.fallback,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: isOn(given, settings.s3ForcePathStyle),
  };
}

const s3Names = [
  "ROOST_S3_BUCKET",
  "ROOST_S3_ENDPOINT",
  "ROOST_S3_REGION",
  "ROOST_S3_ACCESS_KEY_ID",
  "ROOST_S3_SECRET_ACCESS_KEY",
  "ROOST_S3_FORCE_PATH_STYLE",
] as const;
