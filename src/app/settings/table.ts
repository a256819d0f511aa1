/** The format of a setting's value. */
export type SettingKind = "port" | "days" | "seconds" | "choice" | "url" | "path" | "list" | "text";

/** One setting. */
export interface Setting {
  /** The environment variable. */
  readonly name: string;
  readonly kind: SettingKind;
  /** A secret can also come from the file that `<name>_FILE` names. Messages never include it. */
  readonly secret?: true;
  /** For `choice`. */
  readonly values?: readonly string[];
  readonly fallback?: string | number;
  /** Describes the default when it is not a fixed value. */
  readonly unset?: string;
  /** One line for docs/operations.md, in Markdown. */
  readonly line: string;
}

const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** All settings of the service, the worker and the command line, in the order of docs/operations.md. A test compares the two. */
export const settings = {
  httpPort: {
    name: "ROOST_HTTP_PORT",
    kind: "port",
    fallback: 3000,
    line: "plain HTTP: redirects to HTTPS, or serves when TLS is `off` or ends at a `proxy`",
  },
  httpsPort: { name: "ROOST_HTTPS_PORT", kind: "port", fallback: 3443, line: "HTTPS" },
  baseUrl: {
    name: "ROOST_BASE_URL",
    kind: "url",
    unset: "`https://localhost:3443`",
    line: "the URL under which clients reach the service",
  },
  tls: {
    name: "ROOST_TLS",
    kind: "choice",
    values: ["self-signed", "off", "proxy", "files"],
    fallback: "self-signed",
    line: "`self-signed`: a certificate is made in the data directory · `files`: your own · `proxy`: TLS ends before us · `off`: plain HTTP, on loopback only ([TLS](#tls))",
  },
  tlsCert: { name: "ROOST_TLS_CERT", kind: "path", line: "a PEM file with the certificate, for `files`" },
  tlsKey: { name: "ROOST_TLS_KEY", kind: "path", line: "a PEM file with its key, for `files`" },
  trustedProxies: {
    name: "ROOST_TRUSTED_PROXIES",
    kind: "list",
    fallback: "loopback",
    line: "for `proxy`: the addresses or ranges whose `X-Forwarded-*` headers are trusted",
  },
  dataDirectory: {
    name: "ROOST_DATA_DIR",
    kind: "path",
    fallback: "./data",
    line: "the embedded database, the certificate, files, mails where no server sends them ([The data directory](#the-data-directory))",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    kind: "url",
    secret: true,
    line: "a PostgreSQL 15 or newer to use instead of the embedded one ([Your own PostgreSQL](#your-own-postgresql))",
  },
  walArchive: {
    name: "ROOST_WAL_ARCHIVE",
    kind: "path",
    line: "a directory that the embedded database's log is copied to, for recovery to a moment ([To a moment](#to-a-moment))",
  },
  agentRedirectUris: {
    name: "ROOST_AGENT_REDIRECT_URIS",
    kind: "list",
    line: "where the sign-in of AI agents may redirect, besides the person's own machine: exact https URLs, or private schemes of desktop programs (`editor://callback`), separated by commas",
  },
  agentOrigins: {
    name: "ROOST_AGENT_ORIGINS",
    kind: "list",
    line: "origins, besides the service's own, whose requests the endpoint for AI agents accepts, separated by commas: `https://console.example.com`",
  },
  secretsKey: {
    name: "ROOST_SECRETS_KEY",
    kind: "text",
    secret: true,
    unset: "a file beside the data directory",
    line: "the key that secrets are encrypted under, 32 bytes in base64 or hex (`openssl rand -base64 32`); several, separated by commas: the first encrypts, all decrypt ([The key for secrets](#the-key-for-secrets))",
  },
  filesDirectory: {
    name: "ROOST_FILES_DIR",
    kind: "path",
    unset: "`files` in the data directory",
    line: "where files are kept (attachments, photos); several machines must share it ([Files](#files))",
  },
  s3Bucket: {
    name: "ROOST_S3_BUCKET",
    kind: "text",
    line: "a bucket of an S3-compatible service to keep them in instead",
  },
  s3AccessKeyId: {
    name: "ROOST_S3_ACCESS_KEY_ID",
    kind: "text",
    secret: true,
    line: "how to sign in there: the key's id",
  },
  s3SecretAccessKey: {
    name: "ROOST_S3_SECRET_ACCESS_KEY",
    kind: "text",
    secret: true,
    line: "and the key itself",
  },
  s3Region: { name: "ROOST_S3_REGION", kind: "text", fallback: "us-east-1", line: "its region" },
  s3Endpoint: {
    name: "ROOST_S3_ENDPOINT",
    kind: "url",
    unset: "of the region",
    line: "its URL, where it is another service",
  },
  s3ForcePathStyle: {
    name: "ROOST_S3_FORCE_PATH_STYLE",
    kind: "choice",
    values: ["on", "off"],
    fallback: "off",
    line: "`on` where the bucket stands in the path, as with most services of one's own",
  },
  privateFetch: {
    name: "ROOST_PRIVATE_FETCH",
    kind: "list",
    line: "hosts, addresses or ranges that files may be fetched from, and webhooks sent to, although they are not public, separated by commas: `files.internal, 10.0.0.0/8`",
  },
  smtpUrl: {
    name: "ROOST_SMTP_URL",
    kind: "url",
    secret: true,
    line: "the mail server: `smtps://user:password@mail.example.com:465`, or `smtp://…:587` with STARTTLS; without it, mails are files in the data directory ([Mail](#mail))",
  },
  mailFrom: {
    name: "ROOST_MAIL_FROM",
    kind: "text",
    unset: "`roost@` and the host of the base URL",
    line: "the address that mails come from; needed with `ROOST_SMTP_URL`",
  },
  eventDays: {
    name: "ROOST_EVENT_DAYS",
    kind: "days",
    fallback: 30,
    line: "days that changes are kept in the feed, `GET /events`",
  },
  auditDays: {
    name: "ROOST_AUDIT_DAYS",
    kind: "days",
    fallback: 730,
    line: "days that the history is kept, `GET /audit_entries`: not less than the feed ([The history of records](#the-history-of-records))",
  },
  stripeUrl: {
    name: "ROOST_STRIPE_URL",
    kind: "url",
    unset: "Stripe's own",
    line: "where Stripe's API is, for a proxy or a test",
  },
  worker: {
    name: "ROOST_WORKER",
    kind: "choice",
    values: ["on", "off"],
    fallback: "on",
    line: "`off` leaves the jobs to separate processes, `npm run -s roost -- worker` ([Jobs](#jobs))",
  },
  webhookDays: {
    name: "ROOST_WEBHOOK_DAYS",
    kind: "days",
    fallback: 30,
    line: "for how many days attempts to deliver webhooks are kept",
  },
  demo: {
    name: "ROOST_DEMO",
    kind: "choice",
    values: ["on", "off"],
    fallback: "on",
    line: "`off` leaves an empty database empty",
  },
  drainSeconds: {
    name: "ROOST_DRAIN_SECONDS",
    kind: "seconds",
    fallback: 0,
    line: "for how many seconds the service goes on serving after it was told to end, unready already, so that a balancer turns away first",
  },
  logFormat: {
    name: "ROOST_LOG_FORMAT",
    kind: "choice",
    values: ["json", "pretty"],
    unset: "`pretty` on a terminal, else `json`",
    line: "how lines of the log look: for people, or for programs ([Log](#log))",
  },
  logLevel: {
    name: "ROOST_LOG_LEVEL",
    kind: "choice",
    values: levels,
    fallback: "info",
    line: "`fatal` `error` `warn` `info` `debug` `trace` `silent`",
  },
  metricsPort: {
    name: "ROOST_METRICS_PORT",
    kind: "port",
    line: "a port for `GET /metrics` alone, by plain HTTP; each process on a machine has its own ([Metrics](#metrics))",
  },
  metricsToken: {
    name: "ROOST_METRICS_TOKEN",
    kind: "text",
    secret: true,
    line: "what `GET /metrics` asks for, as a bearer token of 16 characters or more; without a port for it, the service's own port serves it",
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** The name of a setting. */
export type SettingName = (typeof settings)[keyof typeof settings]["name"];

/** Variables of the tests and benchmarks, which the service ignores. New ones begin with `ROOST_TEST_`. */
export const variablesOfTests: readonly string[] = [
  "ROOST_CRASH_ROUNDS",
  "ROOST_FUZZ_REQUESTS",
  "ROOST_FUZZ_SECONDS",
  "ROOST_PROPERTY_RUNS",
  "ROOST_PROPERTY_SEED",
  "ROOST_SCREENSHOTS",
];
