/** Anything that this package throws, but for what an abort signal gives as its reason. */
export class RoostError extends Error {
  override readonly name: string = "RoostError";
}

/** No answer came: the connection was refused or broken, or took too long. `cause` has what the platform said. */
export class NetworkError extends RoostError {
  override readonly name = "NetworkError";
}

/** What an answer says about why it refuses: a `code` for programs, `details` for people. */
export interface Problem {
  readonly code: string;
  readonly details: string;
}

/** What is known of an answer that refuses. */
export interface Refusal {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly headers: Headers;
}

/** The service answered, and refused. Statuses without a class of their own have this one. */
export class ApiError extends RoostError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Empty for a 422, which has `fields`. */
  readonly problems: readonly Problem[];
  /** The `code` of the first problem, such as `not_found`. */
  readonly code: string | undefined;
  /** What to quote when you report a problem. */
  readonly requestId: string | undefined;

  constructor(refusal: Refusal) {
    super(messageOf(refusal));
    this.status = refusal.status;
    this.problems = refusal.problems;
    this.code = refusal.problems[0]?.code;
    this.requestId = refusal.headers.get("x-request-id") ?? undefined;
  }
}

/** 304: what you hold is still true. Thrown where you sent `If-None-Match` yourself. */
export class NotModified extends ApiError {
  override readonly name = "NotModified";
}

/** 400: the request is malformed; the sentence names the parameter or the part of the body. */
export class BadRequest extends ApiError {
  override readonly name = "BadRequest";
}

/** 401: the token is missing, expired or revoked, and could not be renewed. */
export class Unauthorized extends ApiError {
  override readonly name = "Unauthorized";
}

/** 403: the token lacks a scope (the sentence names those that are enough), or the record is locked. */
export class Forbidden extends ApiError {
  override readonly name = "Forbidden";
}

/** 404: there is no such record in this account. */
export class NotFound extends ApiError {
  override readonly name = "NotFound";
}

/** 409: the idempotency key was used for another request. */
export class Conflict extends ApiError {
  override readonly name = "Conflict";
}

/** 410: the cursor of the change feed is too old, or from before a restored backup: read everything anew. */
export class Gone extends ApiError {
  override readonly name = "Gone";
}

/** 422: the record is not valid, and nothing was changed. */
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
  /** What is wrong, by attribute; `base` is the record as a whole. */
  readonly fields: Readonly<Record<string, readonly string[]>>;

  constructor(refusal: Refusal) {
    super(refusal);
    this.fields = refusal.fields;
  }
}

/** 429: the application has used its requests of the hour. */
export class RateLimited extends ApiError {
  override readonly name = "RateLimited";
  /** Seconds until there are requests again. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfter = secondsToWait(refusal.headers);
  }
}

/** 502, 503 or 504: the service, or its database, cannot be reached at the moment. */
export class ServiceUnavailable extends ApiError {
  override readonly name = "ServiceUnavailable";
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal);
    this.retryAfter = secondsToWait(refusal.headers);
  }
}

/** Seconds of a `Retry-After`; undefined without one, or for a date. */
export function secondsToWait(headers: Headers): number | undefined {
  const text = headers.get("retry-after");
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

function messageOf({ status, problems, fields }: Refusal): string {
  const ofFields = Object.entries(fields).map(([name, messages]) => `${name} ${messages.join(", ")}`);
  const sentences = [...problems.map(({ details }) => details), ...ofFields];
  return sentences.length > 0 ? `${status}: ${sentences.join("; ")}` : `The service answered ${status}.`;
}
