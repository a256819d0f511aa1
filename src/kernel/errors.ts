/** Messages by attribute; `base` for the record as a whole (conventions.md, Errors). */
export type ErrorsByAttribute = Record<string, string[]>;

/** The codes of conventions.md's error table that the business itself can answer with. */
export type ErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "gone"
  | "method_not_allowed"
  | "not_acceptable"
  | "payload_too_large"
  | "unsupported_media_type"
  | "invalid"
  | "invalid_idempotency_key"
  | "idempotency_key_mismatch"
  | "rate_limit_exceeded"
  | "unavailable"
  | "internal_error";

/**
 * Why a request fails, as a value with a code: made here, turned into HTTP (or JSON-RPC) at the edge and nowhere else.
 * `invalid` carries the messages of every failing attribute at once; every other code carries one sentence.
 */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly messages: ErrorsByAttribute | undefined;

  constructor(code: ErrorCode, details: string, messages?: ErrorsByAttribute) {
    super(details);
    this.name = "RequestError";
    this.code = code;
    this.messages = messages;
  }
}

/** 400: the request itself is malformed; the sentence names what. */
export function badRequest(details: string): RequestError {
  return new RequestError("bad_request", details);
}

/** 404: unknown, or another account's: the answer never says which. */
export function notFound(details = "There is no such record."): RequestError {
  return new RequestError("not_found", details);
}

/** 403: the token may not do this. */
export function forbidden(details: string): RequestError {
  return new RequestError("forbidden", details);
}

/** 422: every failing attribute with its messages. */
export function invalid(messages: ErrorsByAttribute): RequestError {
  return new RequestError("invalid", "The record is not valid.", messages);
}

/** Collects what is wrong with a record, by attribute, while it is checked. */
export class ValidationErrors {
  /** Without a prototype: a client may call an attribute `constructor`. */
  readonly byAttribute: ErrorsByAttribute = Object.create(null);

  add(attribute: string, message: string): void {
    const list = this.byAttribute[attribute];
    if (list) list.push(message);
    else this.byAttribute[attribute] = [message];
  }

  has(attribute: string): boolean {
    return this.byAttribute[attribute] !== undefined;
  }

  /**
   * For an object inside the body: what is wrong with it stands here under its name, with its number where it is one of a list:
   * `{ "bookings_fees": ["element 1: price can't be blank"] }`.
   */
  within(name: string, index?: number): ValidationErrors {
    return new NestedErrors(this, name, index);
  }

  /** Nothing was collected so far. */
  get isEmpty(): boolean {
    return Object.keys(this.byAttribute).length === 0;
  }

  /** Throws the 422 when anything was collected. */
  throwIfAny(): void {
    if (!this.isEmpty) throw invalid(this.byAttribute);
  }
}

/** Errors of an object inside a body, which are the body's as well. */
class NestedErrors extends ValidationErrors {
  readonly #around: ValidationErrors;
  readonly #name: string;
  readonly #index: number | undefined;

  constructor(around: ValidationErrors, name: string, index: number | undefined) {
    super();
    this.#around = around;
    this.#name = name;
    this.#index = index;
  }

  override add(attribute: string, message: string): void {
    super.add(attribute, message);
    const which = this.#index === undefined ? "" : `element ${this.#index + 1}: `;
    const named = attribute === "base" ? message : `${attribute} ${message}`;
    this.#around.add(this.#name, `${which}${named}`);
    // In the order of the elements, whenever each of them was found.
    this.#around.byAttribute[this.#name]?.sort((a, b) => elementNumber(a) - elementNumber(b));
  }
}

/** Of a message about an element; zero of one about the list. */
const elementNumber = (message: string): number => Number(/^element (\d+): /.exec(message)?.[1] ?? 0);
