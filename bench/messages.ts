import Type, { type Static } from "typebox";

/** The JSON messages between a benchmark's processes. */

const Address = Type.Object({
  host: Type.String(),
  port: Type.Number(),
  user: Type.String(),
  password: Type.String(),
  database: Type.String(),
});

/** The service process's parameters. */
export const ServiceOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  /** Enables metrics, and spans for a collector. */
  telemetry: Type.Optional(Type.Object({ metrics: Type.Boolean(), collector: Type.Optional(Type.String()) })),
  /** Whether the database is distributed over a cluster's workers. */
  distributed: Type.Optional(Type.Boolean()),
  /** Whether it uses the response cache; true by default. */
  keeps: Type.Optional(Type.Boolean()),
});
export type ServiceOrder = Static<typeof ServiceOrder>;

/** The same, with switches for access checks. */
export const AccessOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  /** Whether the hourly rate limit applies. Tokens are always checked. */
  limit: Type.Boolean(),
  /** Whether connections are scoped to the caller's accounts for row-level security. */
  wall: Type.Boolean(),
});
export type AccessOrder = Static<typeof AccessOrder>;

/** The same, with switches for change events. */
export const EventsOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  /** Whether it publishes committed changes. */
  publishes: Type.Boolean(),
  /** The database owner: with it, the process runs the job queue and delivers webhooks. */
  owner: Type.Optional(Address),
});
export type EventsOrder = Static<typeof EventsOrder>;

/** A webhook receiver's parameters: whether it responds. */
export const ReceiverOrder = Type.Object({ answers: Type.Boolean() });

/** A receiver's deliveries since the last message: record ids and times (epoch milliseconds). */
export const Arrivals = Type.Object({
  arrivals: Type.Array(Type.Object({ record: Type.Number(), at: Type.Number() })),
});

/** The honest baseline's parameters, with the account whose prepared records it reads. */
export const HonestOrder = Type.Object({ database: Address, connections: Type.Number(), account: Type.Number() });
export type HonestOrder = Static<typeof HonestOrder>;

/** The parameters of the baseline with the service's statements, with account and caller. */
export const SameSqlOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  account: Type.Number(),
  application: Type.Number(),
  scopes: Type.Array(Type.String()),
});
export type SameSqlOrder = Static<typeof SameSqlOrder>;

/** The parameters of the process that inserts bookings. */
export const InsertOrder = Type.Object({
  database: Address,
  /** Its connections' settings, the same as the service's. */
  settings: Type.String(),
  connections: Type.Number(),
  account: Type.Number(),
});
export type InsertOrder = Static<typeof InsertOrder>;

/** One round of concurrent loops that insert bookings. */
export const InsertRound = Type.Object({
  rentals: Type.Array(Type.Number()),
  loops: Type.Number(),
  seconds: Type.Number(),
});

/** The parameters of the baseline that sends a file's bytes. */
export const BytesOrder = Type.Object({ file: Type.String() });

/** A measured process's URL. */
export const Listening = Type.Object({ url: Type.String() });

/** A measured process's usage since the last message. */
export const Usage = Type.Object({
  /** Resident memory, megabytes. */
  memory: Type.Number(),
  /** Processor time in milliseconds, which other load on the machine hardly affects. */
  processor: Type.Number(),
  /** Event loop delay, 99th percentile, in milliseconds. */
  delay: Type.Number(),
});
export type Usage = Static<typeof Usage>;

/** Requests to send: paths to read, an agent call, or bookings without conflicts. */
const Requests = Type.Union([
  Type.Object({ kind: Type.Literal("reads"), paths: Type.Array(Type.String()) }),
  Type.Object({
    kind: Type.Literal("calls"),
    path: Type.String(),
    /** The token's session. */
    session: Type.String(),
    body: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal("bookings"),
    rentals: Type.Array(Type.Number()),
    /** Whether each has its own Idempotency-Key. */
    keys: Type.Optional(Type.Boolean()),
  }),
]);

export const LoadOrder = Type.Object({
  url: Type.String(),
  token: Type.String(),
  connections: Type.Number(),
  seconds: Type.Number(),
  requests: Requests,
});
export type LoadOrder = Static<typeof LoadOrder>;

/** A round's result. Latencies in milliseconds. */
export const LoadResult = Type.Object({
  answers: Type.Number(),
  perSecond: Type.Number(),
  p50: Type.Number(),
  p99: Type.Number(),
  /** Responses with an unexpected status, and broken connections. */
  failures: Type.Number(),
  /** A summary such as `422 × 3`. */
  failed: Type.String(),
});
export type LoadResult = Static<typeof LoadResult>;

/** Long requests: one loop per path. */
export const LongRequestsOrder = Type.Object({
  url: Type.String(),
  token: Type.String(),
  paths: Type.Array(Type.String()),
  seconds: Type.Number(),
});
export type LongRequestsOrder = Static<typeof LongRequestsOrder>;

/** The milliseconds of each response, per path. */
export const LongRequestsResult = Type.Object({ taken: Type.Array(Type.Array(Type.Number())) });
export type LongRequestsResult = Static<typeof LongRequestsResult>;

/** Short requests: one every `pace` milliseconds. */
export const ShortRequestsOrder = Type.Object({
  url: Type.String(),
  token: Type.String(),
  path: Type.String(),
  seconds: Type.Number(),
  pace: Type.Number(),
});
export type ShortRequestsOrder = Static<typeof ShortRequestsOrder>;

export const ShortRequestsResult = Type.Object({
  latencies: Type.Array(Type.Number()),
  failures: Type.Array(Type.String()),
});
export type ShortRequestsResult = Static<typeof ShortRequestsResult>;
