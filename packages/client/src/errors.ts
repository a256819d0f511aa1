/** The base of all errors that this package throws, except an abort signal's reason. */
export class RoostError extends Error {
  override readonly name: string = "RoostError";
}

/** No response: the connection failed or timed out. `cause` has the platform's error. */
export class NetworkError extends RoostError {
  override readonly name = "NetworkError";
}

/** A reason for a refusal: `code` for programs, `details` for people. */
export interface Problem {
  readonly code: string;
  readonly details: string;
}

/** A refusing response's content. */
export interface Refusal {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** The service refused the request. Statuses without their own class use this one. */
export class ApiError extends RoostError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Empty for a 422, which has `fields`. */
  readonly problems: readonly Problem[];
  /** The `code` of the first problem, such as `not_found`. */
  readonly code: string | undefined;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;

  constructor(refusal: Refusal) {
    super(messageOf(refusal));
    this.status = refusal.status;
    this.problems = refusal.problems;
    this.code = refusal.problems[0]?.code;
    this.requestId = refusal.headers.get("x-request-id") ?? undefined;
  }
}

/** 304: the resource is unchanged. Thrown only if you sent `If-None-Match` yourself. */
export class NotModified extends ApiError {
  override readonly name = "NotModified";
}

/** 400: the request is malformed; the message names the parameter or part of the body. */
export class BadRequest extends ApiError {
  override readonly name = "BadRequest";
}

/** 401: the token is missing, expired or revoked, and could not be renewed. */
export class Unauthorized extends ApiError {
  override readonly name = "Unauthorized";
}

/** 403: the token lacks a scope (the message names the required ones), or the record is locked. */
export class Forbidden extends ApiError {
  override readonly name = "Forbidden";
}

/** 404: the account has no such record. */
export class NotFound extends ApiError {
  override readonly name = "NotFound";
}

/** 409: the idempotency key was used for another request. */
export class Conflict extends ApiError {
  override readonly name = "Conflict";
}

/** 410: the change feed's cursor is too old or predates a restored backup. Read everything again. */
export class Gone extends ApiError {
  override readonly name = "Gone";
}

/** 412: the record has changed since the `ETag` that you sent as `If-Match`. Nothing was changed. */
export class PreconditionFailed extends ApiError {
  override readonly name = "PreconditionFailed";
  /** The present `ETag`, as a plain read of the record shows it. */
  readonly etag: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.etag = refusal.headers.get("etag") ?? undefined;
  }
}

/** 422: the record is not valid. Nothing was changed. */
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
  /** Messages by attribute; `base` is the whole record. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Values for programs, such as the `final_price` that a refused `expected_final_price` missed. */
  readonly meta: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal) {
    super(refusal);
    this.fields = refusal.fields;
    this.meta = refusal.meta;
  }
}

/** 429: the application has used up its requests for this hour. */
export class RateLimited extends ApiError {
  override readonly name = "RateLimited";
  /** Seconds until requests are allowed again. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfter = secondsToWait(refusal.headers);
  }
}

/** 502, 503 or 504: the service or its database is temporarily unavailable. */
export class ServiceUnavailable extends ApiError {
  override readonly name = "ServiceUnavailable";
  /** Seconds until the next attempt. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfter = secondsToWait(refusal.headers);
  }
}

/** The seconds of a `Retry-After`; undefined without one, or for a date. */
export function secondsToWait(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

function messageOf({ status, problems, fields }: Refusal): string {
  const ofFields = Object.entries(fields).map(([name, messages]) => `${name} ${messages.join(", ")}`);
  const sentences = [...problems.map(({ details }) => details), ...ofFields];
  return sentences.length > 0 ? `${status}: ${sentences.join("; ")}` : `The service responded with ${status}.`;
}
