import type { FastifyRequest } from "fastify";
import { type Outage, OvertakenError, outageOf, sqlState, violatedConstraint } from "../../database/sql/errors.ts";
import { type ErrorCode, type ErrorMeta, type ErrorsByAttribute, RequestError } from "../../kernel/errors.ts";
import { UnavailableStoreError } from "../../kernel/files/files.ts";
import { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import { UnreadableBody } from "./bodies/utf8-body.ts";

/**
 * The reason for a failed request:
 * - `refused`: an error of our own, with its own sentence;
 * - `unreadable`: the body is not UTF-8 or declares another encoding, with its own sentence;
 * - `too_large`, `media_type`, `malformed`: the framework rejected the request;
 * - `collided`: the database rejected a write that passed our checks;
 * - `broken_off`: the client disconnected before the request was complete;
 * - `no_store`: the file store failed;
 * - `unreachable`, `no_room`, `exhausted`, `read_only`, `damaged`: an outage of the database or the machine (`Outage`);
 * - `too_slow`: a statement exceeded its timeout;
 * - `keys_changed`: this process encrypted a secret with a key that has since been retired; nothing was stored;
 * - `unexpected`: a bug.
 */
export type FailureReason =
  | "refused"
  | "unreadable"
  | "too_large"
  | "media_type"
  | "malformed"
  | "collided"
  | "broken_off"
  | "no_store"
  | Outage
  | "too_slow"
  | "keys_changed"
  | "unexpected";

/** Any thrown value, in a form that each interface can turn into its own response. */
export interface Failure {
  readonly reason: FailureReason;
  readonly code: ErrorCode;
  /** Safe to show to clients. An interface may replace it by reason. */
  readonly sentence: string;
  /** For `invalid`: all problems of a record. */
  readonly messages?: ErrorsByAttribute;
  readonly meta?: ErrorMeta;
  /** For `forbidden`: the sufficient scopes, when the token lacks them all. */
  readonly scopes?: readonly string[];
}

/** The HTTP status of each error code (conventions.md, Errors). */
export const statuses: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  precondition_failed: 412,
  method_not_allowed: 405,
  not_acceptable: 406,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  invalid_idempotency_key: 400,
  idempotency_key_mismatch: 409,
  rate_limit_exceeded: 429,
  internal_error: 500,
  unavailable: 503,
};

/** Seconds after which a client may retry an `unavailable` request. */
export const retrySeconds = "5";

/** The SQLSTATE of a statement timeout. */
const statementTimeout = "57014";

/** The SQLSTATE of a deadlock. */
const deadlock = "40P01";

/** Classifies anything that a request handler threw. Our own faults are logged and never shown. */
export function failureOf(error: unknown, { id, log }: Pick<FastifyRequest, "id" | "log">): Failure {
  if (error instanceof RequestError) return refused(error);
  if (error instanceof OAuthError && error.status < 500)
    return { reason: "refused", code: "bad_request", sentence: error.message };
  if (error instanceof UnreadableBody) {
    const code = error.statusCode === 415 ? "unsupported_media_type" : "bad_request";
    return { reason: "unreadable", code, sentence: error.message };
  }
  // Both before the database errors, which share socket error codes with them.
  if (isBrokenOff(error)) return { reason: "broken_off", code: "bad_request", sentence: "The request was cut off." };
  if (error instanceof UnavailableStoreError) {
    log.error({ err: error }, "file store failed");
    return { reason: "no_store", code: "unavailable", sentence: "The file store is unavailable. Retry later." };
  }
  const outage = outageOf(error);
  if (outage) {
    log.error({ err: error }, "request failed because of an outage");
    return { reason: outage, code: "unavailable", sentence: outageSentences[outage] };
  }
  const state = error instanceof OvertakenError ? deadlock : sqlState(error);
  if (state === statementTimeout) {
    log.error({ err: error }, "statement timed out");
    return {
      reason: "too_slow",
      code: "unavailable",
      sentence: "The request timed out in the database. Retry later, or request less.",
    };
  }
  if (violatedConstraint(error)?.endsWith("_secrets_key_id_fkey")) {
    log.error({ err: error }, "secret was sealed with a retired key (ROOST_SECRETS_KEY)");
    return { reason: "keys_changed", code: "unavailable", sentence: "The secrets key was just rotated. Retry later." };
  }
  const collision = state === undefined ? undefined : (collisions[state] ?? refusedValue(state));
  if (collision !== undefined) {
    log.info({ err: error }, "database rejected a write that passed validation");
    const sentence = `The request ${collision}.`;
    return { reason: "collided", code: "invalid", sentence, messages: { base: [collision] } };
  }
  const unread = frameworkFailure(error);
  if (unread) return unread;
  log.error({ err: error }, "unexpected error");
  const sentence = `Unexpected error. Contact the administrator and quote request ${id}.`;
  return { reason: "unexpected", code: "internal_error", sentence };
}

/** The sentence for each outage. */
const outageSentences: Readonly<Record<Outage, string>> = {
  unreachable: "The database is unavailable. Retry later.",
  no_room: "A disk is full. Retry later.",
  exhausted: "The database is out of memory or connections. Retry later.",
  read_only: "The database is read-only. Retry later.",
  damaged: "A disk failed. Retry later.",
};

function refused({ code, message, messages, meta, scopes }: RequestError): Failure {
  return {
    reason: "refused",
    code,
    sentence: message,
    ...(messages ? { messages } : {}),
    ...(meta ? { meta } : {}),
    ...(scopes ? { scopes } : {}),
  };
}

/**
 * Writes that the database rejects although they passed our checks, by SQLSTATE: mostly concurrent changes, including deadlocks and
 * serialization failures that outlived their retries.
 */
const collisions: Readonly<Record<string, string>> = {
  "23P01": "conflicts with a concurrent change",
  "40P01": "conflicts with a concurrent change",
  "40001": "conflicts with a concurrent change",
  "23505": "already exists",
  "23503": "refers to a record that does not exist",
  "22007": "has a time that is out of range",
  "22008": "has a time that is out of range",
  "22003": "has a number that is out of range",
  "22001": "has a text that is too long",
  "23502": "lacks a required value",
  "23514": "has a value that is not allowed",
};

/**
 * The last resort: a value that the database rejects is the client's fault. Class 22 is data (`22021`, `22P05`: NUL), 23502 and 23514 are
 * column checks, 54000 is a value too long for an index.
 */
function refusedValue(state: string): string | undefined {
  if (state === "22021" || state === "22P05") return "has a character that cannot be stored";
  const isRefused = state.startsWith("22") || ["23502", "23514", "54000"].includes(state);
  return isRefused ? "has a value that cannot be stored" : undefined;
}

/** Matches the error with which Node ends the stream of a closed connection. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
}

/** An error with a 4xx status of the framework or a plugin. */
function frameworkFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
  const status = Number(error.statusCode);
  if (!(status >= 400 && status < 500)) return undefined;
  if (status === 413) return { reason: "too_large", code: "payload_too_large", sentence: "The body is too large." };
  if (status === 415) {
    return {
      reason: "media_type",
      code: "unsupported_media_type",
      sentence: "The body's media type is not supported.",
    };
  }
  const wrongLength = "code" in error && error.code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH";
  const sentence = wrongLength ? "The body's length does not match Content-Length." : "The request is malformed.";
  return { reason: "malformed", code: "bad_request", sentence };
}
