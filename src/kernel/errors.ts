/** Messages by attribute; `base` for the record as a whole (conventions.md, Errors). */
export type ErrorsByAttribute = Record<string, string[]>;

/** Data for programs in a 422, beside its messages: such as a booking's current price. */
export type ErrorMeta = Record<string, string | null>;

/** The codes of conventions.md's error table that an operation can answer with. */
export type ErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "gone"
  | "precondition_failed"
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
 * The code of a failed request. The edge turns it into HTTP or JSON-RPC. `invalid` carries the messages of every failing attribute; every other
 * code carries one sentence.
 */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly messages: ErrorsByAttribute | undefined;
  /** With `messages`, if a program can act on it. */
  readonly meta: ErrorMeta | undefined;
  /** The scopes of which the token lacks every one. */
  readonly scopes: readonly string[] | undefined;

  constructor(
    code: ErrorCode,
    details: string,
    more: Partial<Pick<RequestError, "messages" | "meta" | "scopes">> = {},
  ) {
    super(details);
    this.name = "RequestError";
    this.code = code;
    this.messages = more.messages;
    this.meta = more.meta;
    this.scopes = more.scopes;
  }
}

/** 400: the request is malformed. @param details names the part that is wrong */
export function badRequest(details: string): RequestError {
  return new RequestError("bad_request", details);
}

/** 404: unknown, or another account's. The answer does not distinguish the two. */
export function notFound(details = "Record not found."): RequestError {
  return new RequestError("not_found", details);
}

/** 403: the token may not do this. */
export function forbidden(details: string): RequestError {
  return new RequestError("forbidden", details);
}

/** 403: the token has none of the sufficient scopes. @param what the subject of the sentence */
export function insufficientScope(what: string, scopes: Iterable<string>): RequestError {
  const names = [...scopes];
  return new RequestError("forbidden", `${what} needs one of these scopes: ${names.join(", ")}.`, { scopes: names });
}

/** 422: the messages of every failing attribute. */
export function invalid(messages: ErrorsByAttribute, meta?: ErrorMeta): RequestError {
  return new RequestError("invalid", "The record is not valid.", { messages, meta });
}

/** Unknown names and messages in one answer (conventions.md, Bounds). */
const maxUnknownNames = 20;
const maxMessages = 200;

/** Characters shown of a name that the client sent. */
const maxShownName = 100;

/** Collects a record's problems by attribute while it is checked. */
export class ValidationErrors {
  /** Without a prototype: a client may send an attribute named `constructor`. */
  readonly byAttribute: ErrorsByAttribute = Object.create(null);
  /** Values of the problems, for programs. */
  meta: ErrorMeta | undefined;
  /** Shared with nested errors: the limit applies to the whole body. */
  readonly #names: { unknown: number };
  #unlisted = 0;

  constructor(names = { unknown: 0 }) {
    this.#names = names;
  }

  add(attribute: string, message: string): void {
    const list = this.byAttribute[attribute];
    if (list) list.push(message);
    else this.byAttribute[attribute] = [message];
  }

  /** Adds an unknown name. An answer lists the first 20 of a body and counts the rest. */
  addUnknown(name: string, message: string): void {
    if (++this.#names.unknown <= maxUnknownNames) this.add(name.slice(0, maxShownName), message);
    else this.#unlisted++;
  }

  has(attribute: string): boolean {
    return this.byAttribute[attribute] !== undefined;
  }

  /**
   * Errors of an object inside the body. They appear here under its name, with the element's number in a list:
   * `{ "bookings_fees": ["element 1: price can't be blank"] }`.
   */
  within(name: string, index?: number): ValidationErrors {
    return new NestedErrors(this, this.#names, name, index);
  }

  get isEmpty(): boolean {
    return this.#unlisted === 0 && Object.keys(this.byAttribute).length === 0;
  }

  /** @throws RequestError 422 when anything was collected */
  throwIfAny(): void {
    if (!this.isEmpty) throw invalid(listed(this.byAttribute, this.#names.unknown - maxUnknownNames), this.meta);
  }
}

/** Errors of a nested object, which it adds to its body's errors too. */
class NestedErrors extends ValidationErrors {
  readonly #parent: ValidationErrors;
  readonly #name: string;
  readonly #index: number | undefined;

  constructor(parent: ValidationErrors, names: { unknown: number }, name: string, index: number | undefined) {
    super(names);
    this.#parent = parent;
    this.#name = name;
    this.#index = index;
  }

  override add(attribute: string, message: string): void {
    super.add(attribute, message);
    const which = this.#index === undefined ? "" : `element ${this.#index + 1}: `;
    const named = attribute === "base" ? message : `${attribute} ${message}`;
    this.#parent.add(this.#name, `${which}${named}`);
  }
}

/** The messages that an answer shows, elements in order, and how many it omits. */
function listed(byAttribute: ErrorsByAttribute, unlistedNames: number): ErrorsByAttribute {
  const shown: ErrorsByAttribute = Object.create(null);
  const more: string[] = [];
  let room = maxMessages;
  let left = 0;
  for (const [name, messages] of Object.entries(byAttribute)) {
    const taken = inOrder(messages).slice(0, room);
    if (taken.length > 0) shown[name] = taken;
    room -= taken.length;
    left += messages.length - taken.length;
  }
  if (unlistedNames > 0) more.push(`and ${unlistedNames} more unknown names`);
  if (left > 0) more.push(`and ${left} more problems`);
  if (more.length > 0) shown.base = [...(shown.base ?? []), ...more];
  return shown;
}

/** Several passes check the elements, so their messages are sorted by element number here. */
function inOrder(messages: readonly string[]): string[] {
  const numbered = messages.map((message) => ({
    message,
    element: Number(/^element (\d+): /.exec(message)?.[1] ?? 0),
  }));
  return numbered.sort((a, b) => a.element - b.element).map(({ message }) => message);
}
