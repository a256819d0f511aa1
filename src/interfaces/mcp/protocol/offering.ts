import type { FastifyRequest } from "fastify";

/** A request for one method, as any revision sends it. */
export interface MethodCall {
  readonly request: FastifyRequest;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether it comes from a revision with sessions. */
  readonly inSession: boolean;
  /** The client's capabilities. Empty in sessions, which do not keep them. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** The time and the readers for which a result may be cached (MCP 2026-07-28, Caching). */
export interface CacheHint {
  readonly ttlMs: number;
  readonly cacheScope: "public" | "private";
}

/** A method's result. */
export interface MethodResult {
  /** The text of a JSON object, without the members that only some revisions have. */
  readonly json: string;
  /** `input_required` asks the client for more (MCP 2026-07-28, Multi Round-Trip Requests). */
  readonly resultType?: "complete" | "input_required";
  readonly cache?: CacheHint;
}

/** Yields messages for the client, as JSON texts, before its result. */
export type Streamed = AsyncGenerator<string, MethodResult, undefined>;

export type Method = (call: MethodCall) => MethodResult | Promise<MethodResult> | Streamed;

/** The methods, capabilities and instructions that the endpoint serves under every revision. */
export interface Offering {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly instructions: string;
  readonly methods: ReadonlyMap<string, Method>;
  /** Methods that only revisions with sessions have. */
  readonly sessionMethods: ReadonlyMap<string, Method>;
  /** Receives the client's responses and notifications of a session. */
  readonly received?: (message: Readonly<Record<string, unknown>>) => void;
}
