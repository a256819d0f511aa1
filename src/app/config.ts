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
import { type Environment, type RawSettings, readSettings } from "./settings/read-settings.ts";
import { settings } from "./settings/table.ts";
import { choice, days, isOn, list, port, seconds } from "./settings/values.ts";

/** The parsed environment (docs/operate/settings.md). */
export interface Config {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Scheme, host and port under which clients reach the service, without a trailing slash. */
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
  /** The archive directory of the embedded server's write-ahead log, if any. */
  readonly walArchive: string | undefined;
  /** The keys that encrypt secrets; undefined when a file beside the data directory holds them. */
  readonly secretsKeys: SecretsKeys | undefined;
  /** Overridden addresses of third-party services, by name. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Private hosts and address ranges that Roost may still fetch from (`ROOST_PRIVATE_FETCH`). */
  readonly privateFetch: readonly string[];
  /** The files directory when there is no bucket; undefined for a folder of the data directory. */
  readonly filesDirectory: string | undefined;
  /** The bucket for files; undefined for a directory. */
  readonly s3: S3Settings | undefined;
  /** The mail server; undefined when mails are written to a directory. */
  readonly smtp: SmtpServer | undefined;
  /** The sender address. */
  readonly mailFrom: string;
  /** The retention of record changes. */
  readonly retention: Retention;
  readonly demo: boolean;
  /** Days to keep webhook delivery attempts. */
  readonly webhookDays: number;
  /** Whether webhooks may go to this machine by http: only in the demo, while the service listens on loopback only (`server.ts`). */
  readonly localWebhooks: boolean;
  /** Whether the service runs jobs itself, or leaves them to `npm run -s roost -- worker`. */
  readonly worker: boolean;
  /**
   * Redirect URIs allowed for agent sign-in, in addition to loopback (docs/guides/agents.md): https, or a program's private scheme. Compared
   * exactly.
   */
  readonly agentRedirectUris: readonly string[];
  /** Settings of `GET /metrics`; undefined when metrics are off. */
  readonly metrics: MetricsSettings | undefined;
  /** Additional origins that the agent endpoint accepts, as browsers write them. */
  readonly agentOrigins: readonly string[];
  /** Seconds to keep serving, as unready, after a stop signal, so that a load balancer can move traffic away. */
  readonly drainSeconds: number;
  /** The log's format. Defaults to `pretty` on a terminal. */
  readonly logFormat: "json" | "pretty";
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

export const defaultDataDirectory = settings.dataDirectory.fallback;

export { ConfigError };

/** Parses the environment. @throws ConfigError for the first invalid value or unknown setting */
export function readConfig(environment: Environment): Config {
  const raw = readSettings(environment);
  const tls = choice(raw, settings.tls);
  const httpPort = port(raw, settings.httpPort) ?? settings.httpPort.fallback;
  const httpsPort = port(raw, settings.httpsPort) ?? settings.httpsPort.fallback;
  const tlsCert = raw.ROOST_TLS_CERT;
  const tlsKey = raw.ROOST_TLS_KEY;
  if (tls === "files" && (tlsCert === undefined || tlsKey === undefined)) {
    throw new ConfigError("ROOST_TLS=files requires ROOST_TLS_CERT and ROOST_TLS_KEY, the paths of two PEM files.");
  }
  if (httpPort === httpsPort && (tls === "self-signed" || tls === "files")) {
    throw new ConfigError(`ROOST_HTTP_PORT and ROOST_HTTPS_PORT are both ${httpPort}. They must differ.`);
  }
  const secure = tls === "self-signed" || tls === "files";
  const ownUrl = secure ? `https://localhost:${httpsPort}` : `http://localhost:${httpPort}`;
  const url = baseUrl(raw, tls) ?? ownUrl;
  const demo = isOn(raw, settings.demo);
  const smtp = smtpServer(raw.ROOST_SMTP_URL);
  return {
    httpPort,
    httpsPort,
    baseUrl: url,
    tls,
    tlsCert,
    tlsKey,
    trustedProxies: trustedProxies(raw),
    dataDirectory: raw.ROOST_DATA_DIR ?? defaultDataDirectory,
    databaseUrl: databaseUrl(raw),
    walArchive: walArchive(raw),
    secretsKeys: secretsKeys(raw),
    endpoints: endpoints(raw),
    privateFetch: privateFetch(raw),
    filesDirectory: raw.ROOST_FILES_DIR,
    s3: s3(raw),
    smtp,
    mailFrom: mailFrom(raw.ROOST_MAIL_FROM, { smtp, baseUrl: url }),
    demo,
    retention: retention(raw.ROOST_EVENT_DAYS, raw.ROOST_AUDIT_DAYS),
    webhookDays: days(raw, settings.webhookDays),
    localWebhooks: demo && tls === "off",
    worker: isOn(raw, settings.worker),
    agentRedirectUris: agentRedirectUris(raw),
    agentOrigins: agentOrigins(raw),
    metrics: metricsSettings(raw, secure ? [httpPort, httpsPort] : [httpPort]),
    drainSeconds: seconds(raw, settings.drainSeconds),
    logFormat: choice(raw, { ...settings.logFormat, fallback: process.stderr.isTTY ? "pretty" : "json" }),
    logLevel: choice(raw, settings.logLevel),
  };
}

function baseUrl(raw: RawSettings, tls: TlsMode): string | undefined {
  const text = raw.ROOST_BASE_URL;
  if (text === undefined) {
    if (tls === "proxy")
      throw new ConfigError("ROOST_TLS=proxy requires ROOST_BASE_URL, the https URL that the proxy serves.");
    return undefined;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username || url?.password)
    throw new ConfigError("ROOST_BASE_URL contains a login. It must be a URL such as https://roost.example.com.");
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new ConfigError(`ROOST_BASE_URL is "${text}". It must be a URL such as https://roost.example.com.`);
  }
  if (!/^\/+$/.test(url.pathname))
    throw new ConfigError(`ROOST_BASE_URL is "${text}". It must have no path: Roost needs a host name of its own.`);
  if (tls !== "off" && url.protocol !== "https:")
    throw new ConfigError(`ROOST_BASE_URL is "${text}". It must be an https URL.`);
  // As browsers write it: lower case, ASCII, without a default port. Redirects, links and comparisons need this form.
  return url.origin;
}

function trustedProxies(raw: RawSettings): string[] {
  const parts = (raw.ROOST_TRUSTED_PROXIES ?? settings.trustedProxies.fallback).split(",").map((part) => part.trim());
  const wrong = parts.find((part) => !isAddressRange(part));
  if (wrong === undefined) return parts;
  throw new ConfigError(
    `ROOST_TRUSTED_PROXIES contains "${wrong}". It must list addresses, ranges such as 10.0.0.0/8, or ${namedRanges.join(", ")}, separated by commas.`,
  );
}

/** Range names that Fastify's proxy-addr supports. */
const namedRanges = ["loopback", "linklocal", "uniquelocal"];

function isAddressRange(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  // Fastify refuses a range of all addresses, such as 0.0.0.0/0: every client could then choose its address.
  return version !== 0 && Number(bits ?? 1) >= 1 && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

function agentRedirectUris(raw: RawSettings): string[] {
  const uris = list(raw, settings.agentRedirectUris);
  for (const uri of uris) {
    const problem = listedRedirectProblem(uri);
    if (problem !== undefined) throw new ConfigError(`ROOST_AGENT_REDIRECT_URIS contains "${uri}", which ${problem}.`);
  }
  return uris;
}

function agentOrigins(raw: RawSettings): string[] {
  const origins = list(raw, settings.agentOrigins);
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong === undefined) return origins;
  throw new ConfigError(
    `ROOST_AGENT_ORIGINS contains "${wrong}". It must list origins such as https://agents.example.com, without a path, separated by commas or spaces.`,
  );
}

/** Whether a text is an origin as browsers write it: scheme, host and any non-default port. */
function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\*]+$/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text || (url.origin === "null" && url.protocol !== "file:");
}

function databaseUrl(raw: RawSettings): string | undefined {
  const text = raw.DATABASE_URL;
  if (text === undefined) return undefined;
  // The value may hold a password, so the message omits it.
  if (!hostUrls(text).every(isDatabaseUrl)) {
    throw new ConfigError(
      "DATABASE_URL is invalid. It must have the form postgres://user:password@host:5432/database.",
    );
  }
  return text;
}

function walArchive(raw: RawSettings): string | undefined {
  const directory = raw.ROOST_WAL_ARCHIVE;
  if (directory !== undefined && raw.DATABASE_URL !== undefined)
    throw new ConfigError(
      "ROOST_WAL_ARCHIVE works with the embedded database only. Configure archiving on the DATABASE_URL server instead.",
    );
  return directory;
}

const isDatabaseUrl = (url: string): boolean => /^postgres(ql)?:/.test(url) && URL.canParse(url);

function secretsKeys(raw: RawSettings): SecretsKeys | undefined {
  const text = raw.ROOST_SECRETS_KEY;
  if (text === undefined) return undefined;
  const keys = parseKeys(text);
  // The value may nearly be a key, so the message omits it.
  if (!keys) {
    throw new ConfigError(
      "ROOST_SECRETS_KEY is invalid. It must hold one or more keys of 32 bytes in base64 or hex, separated by commas (openssl rand -base64 32 generates one).",
    );
  }
  return keys;
}

function endpoints(raw: RawSettings): Record<string, string> {
  const text = raw.ROOST_STRIPE_URL;
  if (text === undefined) return {};
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && loopback.test(url.hostname));
  if (!url || !isSafe || url.pathname !== "/" || url.search || url.hash || url.username) {
    throw new ConfigError(
      "ROOST_STRIPE_URL is invalid. It must be an https URL without a path, such as https://proxy.example.com (http on this machine only).",
    );
  }
  return { stripe: url.origin };
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function privateFetch(raw: RawSettings): string[] {
  const named = list(raw, settings.privateFetch);
  for (const item of named) {
    const problem = privateFetchProblem(item);
    if (problem !== undefined) throw new ConfigError(`ROOST_PRIVATE_FETCH contains "${item}", which ${problem}.`);
  }
  return named;
}

/** The bucket's settings: complete, or absent. */
function s3(raw: RawSettings): S3Settings | undefined {
  const bucket = raw.ROOST_S3_BUCKET;
  const accessKeyId = raw.ROOST_S3_ACCESS_KEY_ID;
  const secretAccessKey = raw.ROOST_S3_SECRET_ACCESS_KEY;
  const endpoint = raw.ROOST_S3_ENDPOINT;
  const set = s3Names.filter((name) => raw[name] !== undefined);
  if (set.length === 0) return undefined;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      `${set[0]} is set. Also set ROOST_S3_BUCKET, ROOST_S3_ACCESS_KEY_ID and ROOST_S3_SECRET_ACCESS_KEY.`,
    );
  }
  if (raw.ROOST_FILES_DIR !== undefined)
    throw new ConfigError("ROOST_FILES_DIR and ROOST_S3_BUCKET are both set. Set only one of them.");
  if (endpoint !== undefined && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
    throw new ConfigError("ROOST_S3_ENDPOINT is invalid. It must be a URL such as https://s3.example.com.");
  return {
    bucket,
    endpoint,
    region: raw.ROOST_S3_REGION ?? settings.s3Region.fallback,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: isOn(raw, settings.s3ForcePathStyle),
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
