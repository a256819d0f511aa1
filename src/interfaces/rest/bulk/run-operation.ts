import type { FastifyRequest } from "fastify";
import { statuses } from "../../http/failure.ts";
import { asOperation, type OperationUnderway } from "../operation-underway.ts";
import { maxAnsweredBytes, maxAtomicMs } from "./bounds.ts";
import type { BulkOperation } from "./read-bulk.ts";

/** The result of an operation. */
export interface OperationResult {
  readonly status: number;
  /** JSON, as a member of the bulk request's answer: `status`, `headers`, `body`. */
  readonly text: string;
  /** The current rate-limit headers. A replayed response carries those of its first time. */
  readonly rateLimit: Readonly<Record<string, string>>;
}

/** Headers of the connection or of the bulk response itself. */
const connectionHeaders = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

/**
 * Runs an operation as an injected request with the same credentials, through the same router, limits and checks as a request from the
 * network.
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
        ...callerHeaders(request),
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

/** The headers that identify the caller, repeated for each operation. */
function callerHeaders({ headers }: FastifyRequest): Record<string, string> {
  const names = ["authorization", "host", "cookie", "roost-account", "origin", "x-csrf-token"];
  const entries = names.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

/** Refuses a read because the responses so far are too large. */
export function answersTooLarge(): OperationResult {
  const megabytes = maxAnsweredBytes / 1024 / 1024;
  const details = `The responses of this bulk request exceed ${megabytes} MiB. Send this operation in another request.`;
  return refusal("payload_too_large", details);
}

/** Refuses an operation because its atomic bulk request has taken too long. */
export function tookTooLong(): OperationResult {
  const details = `This atomic bulk request took longer than ${maxAtomicMs / 1000} seconds. Send fewer operations.`;
  return refusal("unavailable", details);
}

const refusal = (code: "payload_too_large" | "unavailable", details: string): OperationResult =>
  resultOf(statuses[code], {}, JSON.stringify({ errors: [{ code, details }] }));

function resultOf(status: number, headers: Readonly<Record<string, string>>, body: string): OperationResult {
  const text = `{"status":${status},"headers":${JSON.stringify(headers)},"body":${body}}`;
  return { status, text, rateLimit: {} };
}

const rateLimitOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  headersOf(Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("x-ratelimit-"))));

/** The body as a JSON value: JSON verbatim, other text as a string, null when empty. */
function bodyText(type: string | undefined, payload: string): string {
  if (payload === "") return "null";
  return /^application\/(vnd\.api\+)?json\b/.test(type ?? "") ? payload : JSON.stringify(payload);
}

function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(headers).filter(
    ([name, value]) => value !== undefined && !connectionHeaders.includes(name),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
