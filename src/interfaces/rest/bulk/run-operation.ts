import type { FastifyRequest } from "fastify";
import { asOperation, type OperationUnderway } from "../operation-underway.ts";
import { mostAnswered } from "./bounds.ts";
import type { BulkOperation } from "./read-bulk.ts";

/** How an operation was answered. */
export interface OperationResult {
  readonly status: number;
  /** JSON, as a member of the bulk request's answer: `status`, `headers`, `body`. */
  readonly text: string;
  /** What is left of the hour, as headers: a stored answer that is given again has those of its first time. */
  readonly rateLimit: Readonly<Record<string, string>>;
}

/** Of the connection, or true of the bulk request's own answer alone. */
const notOfTheOperation = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/**
 * Makes an operation a request of its own, by the same token: it goes through the same router, limits, checks and routes as one that
 * comes over the network, and is counted like one.
 */
export async function runOperation(
  request: FastifyRequest,
  { method, path, body, idempotencyKey }: BulkOperation,
  underway: OperationUnderway,
): Promise<OperationResult> {
  const answer = await asOperation(underway, () =>
    request.server.inject({
      method,
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...saidOfCaller(request),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      },
      ...(body === undefined ? {} : { payload: body }),
    }),
  );
  const headers = headersOf(answer.headers);
  const result = resultOf(answer.statusCode, headers, bodyText(headers["content-type"], answer.payload));
  return { ...result, rateLimit: rateLimitOf(underway.admission?.headers ?? headers) };
}

/** The headers that say who calls, which each operation repeats. */
function saidOfCaller({ headers }: FastifyRequest): Record<string, string> {
  const names = ["authorization", "host", "cookie", "roost-account", "origin", "x-csrf-token"];
  const entries = names.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** The answer to a read that is not done because those before it have answered too much already. */
export function tooMuchAnswered(): OperationResult {
  const megabytes = mostAnswered / 1024 / 1024;
  const details = `The operations before have answered ${megabytes} MiB: ask for this in another request.`;
  return resultOf(413, {}, JSON.stringify({ errors: [{ code: "payload_too_large", details }] }));
}

function resultOf(status: number, headers: Readonly<Record<string, string>>, body: string): OperationResult {
  const text = `{"status":${status},"headers":${JSON.stringify(headers)},"body":${body}}`;
  return { status, text, rateLimit: {} };
}

const rateLimitOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  headersOf(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("x-ratelimit-"))));

/** JSON as it came, which no one needs to read and write again; a text of another medium as a string; null for nothing. */
function bodyText(type: string | undefined, payload: string): string {
  if (payload === "") return "null";
  return /^application\/(vnd\.api\+)?json\b/.test(type ?? "") ? payload : JSON.stringify(payload);
}

function headersOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !notOfTheOperation.includes(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
