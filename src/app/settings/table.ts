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
  /** One line for docs/operate/settings.md, in Markdown. */
  readonly line: string;
}

const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** All settings of the service, the worker and the command line, in the order of docs/operate/settings.md. A test compares the two. */
export const settings = {
  httpPort: {
    name: "ROOST_HTTP_PORT",
    kind: "port",
    fallback: 3000,
    line: "plain HTTP: redirects to HTTPS; serves requests when TLS is `off` or a `proxy` terminates it",
  },
  httpsPort: { name: "ROOST_HTTPS_PORT", kind: "port", fallback: 3443, line: "HTTPS" },
  baseUrl: {
    name: "ROOST_BASE_URL",
    kind: "url",
    unset: "`https://localhost:3443`",
    line: "the URL that clients use",
  },
  tls: {
    name: "ROOST_TLS",
    kind: "choice",
    values: ["self-signed", "off", "proxy", "files"],
    fallback: "self-signed",
    line: "`self-signed`: Roost creates a certificate in the data directory · `files`: your own certificate · `proxy`: a proxy terminates TLS · `off`: plain HTTP, on loopback only ([TLS](install.md#tls-without-a-proxy))",
  },
  tlsCert: { name: "ROOST_TLS_CERT", kind: "path", line: "for `files`: a PEM file with the certificate" },
  tlsKey: { name: "ROOST_TLS_KEY", kind: "path", line: "for `files`: a PEM file with its key" },
  trustedProxies: {
    name: "ROOST_TRUSTED_PROXIES",
    kind: "list",
    fallback: "loopback",
    line: "for `proxy`: addresses or ranges whose `X-Forwarded-*` headers are trusted",
  },
  dataDirectory: {
    name: "ROOST_DATA_DIR",
    kind: "path",
    fallback: "./data",
    line: "the embedded database, the certificate, files, and e-mails without a mail server ([The data directory](storage.md#the-data-directory))",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    kind: "url",
    secret: true,
    line: "your own PostgreSQL 15 or newer, instead of the embedded one ([Your own PostgreSQL](storage.md#use-your-own-postgresql))",
  },
  walArchive: {
    name: "ROOST_WAL_ARCHIVE",
    kind: "path",
    line: "a directory to archive the embedded database's write-ahead log in, for point-in-time recovery ([To a moment](backup.md#recover-to-a-moment))",
  },
  agentRedirectUris: {
    name: "ROOST_AGENT_REDIRECT_URIS",
    kind: "list",
    line: "redirect URIs for the sign-in of AI agents, in addition to loopback: exact https URLs, or private schemes of desktop programs (`editor://callback`), separated by commas",
  },
  agentOrigins: {
    name: "ROOST_AGENT_ORIGINS",
    kind: "list",
    line: "additional origins that the AI agent endpoint accepts, separated by commas: `https://console.example.com`",
  },
  secretsKey: {
    name: "ROOST_SECRETS_KEY",
    kind: "text",
    secret: true,
    unset: "a file beside the data directory",
    line: "the key that encrypts secrets: 32 bytes in base64 or hex (`openssl rand -base64 32`). Of several, separated by commas, the first encrypts and all decrypt ([The key for secrets](storage.md#keep-the-secrets-key))",
  },
  filesDirectory: {
    name: "ROOST_FILES_DIR",
    kind: "path",
    unset: "`files` in the data directory",
    line: "the directory for files (attachments, photos); several machines must share it ([Files](storage.md#store-files))",
  },
  s3Bucket: {
    name: "ROOST_S3_BUCKET",
    kind: "text",
    line: "a bucket of an S3-compatible service for files, instead of a directory",
  },
  s3AccessKeyId: {
    name: "ROOST_S3_ACCESS_KEY_ID",
    kind: "text",
    secret: true,
    line: "the bucket's access key id",
  },
  s3SecretAccessKey: {
    name: "ROOST_S3_SECRET_ACCESS_KEY",
    kind: "text",
    secret: true,
    line: "the bucket's secret access key",
  },
  s3Region: { name: "ROOST_S3_REGION", kind: "text", fallback: "us-east-1", line: "the bucket's region" },
  s3Endpoint: {
    name: "ROOST_S3_ENDPOINT",
    kind: "url",
    unset: "the region's",
    line: "the URL of an S3-compatible service other than AWS",
  },
  s3ForcePathStyle: {
    name: "ROOST_S3_FORCE_PATH_STYLE",
    kind: "choice",
    values: ["on", "off"],
    fallback: "off",
    line: "`on` puts the bucket in the path, as most self-hosted services require",
  },
  privateFetch: {
    name: "ROOST_PRIVATE_FETCH",
    kind: "list",
    line: "private hosts, addresses or ranges that Roost may fetch files from and send webhooks to, separated by commas: `files.internal, 10.0.0.0/8`",
  },
  smtpUrl: {
    name: "ROOST_SMTP_URL",
    kind: "url",
    secret: true,
    line: "the mail server: `smtps://user:password@mail.example.com:465`, or `smtp://…:587` with STARTTLS. Without it, Roost writes e-mails to files in the data directory ([Mail](connections.md#send-mail))",
  },
  mailFrom: {
    name: "ROOST_MAIL_FROM",
    kind: "text",
    unset: "`roost@` and the host of the base URL",
    line: "the sender address; required with `ROOST_SMTP_URL`",
  },
  eventDays: {
    name: "ROOST_EVENT_DAYS",
    kind: "days",
    fallback: 30,
    line: "days to keep changes in the feed, `GET /events`",
  },
  auditDays: {
    name: "ROOST_AUDIT_DAYS",
    kind: "days",
    fallback: 730,
    line: "days to keep the audit history, `GET /audit_entries`: at least as long as the feed ([The history of records](storage.md#how-long-history-is-kept))",
  },
  stripeUrl: {
    name: "ROOST_STRIPE_URL",
    kind: "url",
    unset: "Stripe's own",
    line: "the URL of Stripe's API, for a proxy or a test",
  },
  worker: {
    name: "ROOST_WORKER",
    kind: "choice",
    values: ["on", "off"],
    fallback: "on",
    line: "`off` leaves jobs to separate worker processes, `npm run -s roost -- worker` ([Jobs](scale.md#run-jobs-separately))",
  },
  webhookDays: {
    name: "ROOST_WEBHOOK_DAYS",
    kind: "days",
    fallback: 30,
    line: "days to keep webhook delivery attempts",
  },
  demo: {
    name: "ROOST_DEMO",
    kind: "choice",
    values: ["on", "off"],
    fallback: "on",
    line: "`off`: the first start adds no demo data",
  },
  drainSeconds: {
    name: "ROOST_DRAIN_SECONDS",
    kind: "seconds",
    fallback: 0,
    line: "seconds to keep serving after a stop signal, while reporting unready, so that a load balancer can move traffic away",
  },
  logFormat: {
    name: "ROOST_LOG_FORMAT",
    kind: "choice",
    values: ["json", "pretty"],
    unset: "`pretty` on a terminal, else `json`",
    line: "the log's format, for people or for programs ([Log](monitor.md#log))",
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
    line: "a dedicated port for `GET /metrics`, over plain HTTP; each process on a machine needs its own ([Metrics](monitor.md#metrics))",
  },
  metricsToken: {
    name: "ROOST_METRICS_TOKEN",
    kind: "text",
    secret: true,
    line: "the bearer token that `GET /metrics` requires, at least 16 characters. Without a dedicated port, the service's own port serves metrics",
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
