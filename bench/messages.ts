import Type, { type Static } from "typebox";

/** What the processes of a benchmark tell each other, as JSON. */

const Address = Type.Object({
  host: Type.String(),
  port: Type.Number(),
  user: Type.String(),
  password: Type.String(),
  database: Type.String(),
});

/** What the service's process is started with. */
export const ServiceOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  /** Where spans are sent; what is recorded besides requests' answers. */
  telemetry: Type.Optional(Type.Object({ metrics: Type.Boolean(), collector: Type.Optional(Type.String()) })),
  /** Servers that follow the database, to read from. */
  /** Whether the database is spread over the workers of a cluster. */
  distributed: Type.Optional(Type.Boolean()),
  /** Whether it sends kept answers again, as it does unless told otherwise. */
  keeps: Type.Optional(Type.Boolean()),
});
export type ServiceOrder = Static<typeof ServiceOrder>;

/** The same, and which parts of access it has. */
export const AccessOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  /** Whether requests are counted against the application's hour; tokens are checked in any case. */
  limit: Type.Boolean(),
  /** Whether its connections are set to the caller's accounts, as row-level security wants it. */
  wall: Type.Boolean(),
});
export type AccessOrder = Static<typeof AccessOrder>;

/** The same, and what is done with changes. */
export const EventsOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  /** Whether it publishes what it has committed. */
  publishes: Type.Boolean(),
  /** The database's owner: with it, the process runs the job queue, and so delivers webhooks. */
  owner: Type.Optional(Address),
});
export type EventsOrder = Static<typeof EventsOrder>;

/** Whether a receiver of webhooks answers at all. */
export const ReceiverOrder = Type.Object({ answers: Type.Boolean() });

/** What a receiver was told since it was last asked: ids of records, and when they came (epoch milliseconds). */
export const Arrivals = Type.Object({
  arrivals: Type.Array(Type.Object({ record: Type.Number(), at: Type.Number() })),
});

/** What the honest baseline's process is started with: whose kept records it reads. */
export const HonestOrder = Type.Object({ database: Address, connections: Type.Number(), account: Type.Number() });
export type HonestOrder = Static<typeof HonestOrder>;

/** What the baseline with the service's own statements is started with: whose records it reads, and as whom. */
export const SameSqlOrder = Type.Object({
  database: Address,
  connections: Type.Number(),
  account: Type.Number(),
  application: Type.Number(),
  scopes: Type.Array(Type.String()),
});
export type SameSqlOrder = Static<typeof SameSqlOrder>;

/** What the process that inserts bookings is started with. */
export const InsertOrder = Type.Object({
  database: Address,
  /** The settings of its connections: the service's. */
  settings: Type.String(),
  connections: Type.Number(),
  account: Type.Number(),
});
export type InsertOrder = Static<typeof InsertOrder>;

/** So many loops insert bookings of some rentals, each one after the other. */
export const InsertRound = Type.Object({
  rentals: Type.Array(Type.Number()),
  loops: Type.Number(),
  seconds: Type.Number(),
});

/** What a baseline's process is started with that sends the bytes of a file. */
export const BytesOrder = Type.Object({ file: Type.String() });

/** A measured process says where it listens. */
export const Listening = Type.Object({ url: Type.String() });

/** What a measured process used since it was last asked. */
export const Usage = Type.Object({
  /** Resident memory, megabytes. */
  memory: Type.Number(),
  /** Processor time, milliseconds: unlike the others, hardly touched by what else runs on the machine. */
  processor: Type.Number(),
  /** How late the event loop came to a timer, 99th percentile, milliseconds. */
  delay: Type.Number(),
});
export type Usage = Static<typeof Usage>;

/** Requests to send: a round of paths to read, a call of the agent endpoint, or a stream of bookings that never meet. */
const Requests = Type.Union([
  Type.Object({ kind: Type.Literal("reads"), paths: Type.Array(Type.String()) }),
  Type.Object({
    kind: Type.Literal("calls"),
    path: Type.String(),
    /** The session that the token has begun. */
    session: Type.String(),
    body: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal("bookings"),
    rentals: Type.Array(Type.Number()),
    /** Whether each has an Idempotency-Key of its own. */
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

/** What came of a round. Latencies in milliseconds. */
export const LoadResult = Type.Object({
  answers: Type.Number(),
  perSecond: Type.Number(),
  p50: Type.Number(),
  p99: Type.Number(),
  /** Answers with another status than the one that was asked for, and connections that broke. */
  failures: Type.Number(),
  /** What they were, such as `422 × 3`. */
  failed: Type.String(),
});
export type LoadResult = Static<typeof LoadResult>;

/** Long answers to ask for: each path in a loop of its own. */
export const LongRequestsOrder = Type.Object({
  url: Type.String(),
  token: Type.String(),
  paths: Type.Array(Type.String()),
  seconds: Type.Number(),
});
export type LongRequestsOrder = Static<typeof LongRequestsOrder>;

/** What each answer of each path took, milliseconds. */
export const LongRequestsResult = Type.Object({ taken: Type.Array(Type.Array(Type.Number())) });
export type LongRequestsResult = Static<typeof LongRequestsResult>;

/** A path to ask for every `pace` milliseconds. */
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
