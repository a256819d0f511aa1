import { badRequest, ValidationErrors } from "../../../kernel/errors.ts";
import type { Method } from "../../../kernel/route.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { problemOfBody } from "./body-problem.ts";
import { bulkPath, maxMembers, maxOperations, root } from "./bounds.ts";

/** One operation of a bulk request. */
export interface BulkOperation {
  readonly method: Method;
  /** The path with its query, from /api/v3. */
  readonly path: string;
  /** Compact JSON; undefined when there is no body. */
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A parsed bulk request. */
export interface BulkRequest {
  readonly operations: readonly BulkOperation[];
  /** Run all operations in one transaction. */
  readonly atomic: boolean;
}

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const members: readonly string[] = ["method", "path", "body", "idempotency_key"];

/** Reads a bulk request's body (conventions.md, Bulk). @throws RequestError 400 unless it is an object, 422 naming every problem */
export function readBulk(input: unknown): BulkRequest {
  if (!isObject(input)) throw badRequest('The body must be { "operations": [ … ] }.');
  const { operations = null, atomic = null, ...others } = input;
  const errors = new ValidationErrors();
  for (const name of Object.keys(others)) errors.addUnknown(name, "is not an attribute of a bulk request");
  if (atomic !== null && typeof atomic !== "boolean") errors.add("atomic", "must be true or false");
  if (operations === null) errors.add("operations", "can't be blank");
  else if (!Array.isArray(operations)) errors.add("operations", "must be an array");
  else if (operations.length > maxOperations)
    errors.add("operations", `has too many elements (maximum is ${maxOperations})`);
  errors.throwIfAny();
  const elements: unknown[] = Array.isArray(operations) ? operations : [];
  const read = elements.map((element, index) => {
    if (isObject(element)) return readOperation(element, errors.within("operations", index));
    errors.add("operations", `element ${index + 1}: must be an object`);
    return undefined;
  });
  errors.throwIfAny();
  return { operations: read.filter((operation) => operation !== undefined), atomic: atomic === true };
}

/** @returns undefined for an invalid operation, with its problems added to `errors` */
function readOperation(
  element: Readonly<Record<string, unknown>>,
  errors: ValidationErrors,
): BulkOperation | undefined {
  const names = Object.keys(element);
  if (names.length > maxMembers) {
    errors.add("base", `has too many members (maximum is ${maxMembers})`);
    return undefined;
  }
  for (const name of names) if (!members.includes(name)) errors.addUnknown(name, "is not a member of an operation");
  const method = methods.find((one) => one === element.method);
  if (method === undefined) errors.add("method", `must be one of: ${methods.join(", ")}`);
  const path = pathOf(element.path, errors);
  const key = element.idempotency_key ?? undefined;
  if (key !== undefined && (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key)))
    errors.add("idempotency_key", "must be a UUID");
  const body = element.body ?? undefined;
  const problem = problemOfBody(body);
  if (problem !== undefined) errors.add("body", problem);
  if (method === "GET" && body !== undefined) errors.add("body", "must be absent with GET");
  if (!errors.isEmpty || method === undefined || path === undefined) return undefined;
  return {
    method,
    path,
    body: body === undefined ? undefined : JSON.stringify(body),
    idempotencyKey: typeof key === "string" ? key : undefined,
  };
}

/** Reads an API path, with or without the prefix. Normalized, so `..` cannot leave the API. */
function pathOf(input: unknown, errors: ValidationErrors): string | undefined {
  if (typeof input !== "string" || !input.startsWith("/")) {
    errors.add("path", 'must be a path of the API, such as "/rentals"');
    return undefined;
  }
  const url = URL.parse(input.startsWith(`${root}/`) ? input : root + input, "http://roost");
  if (url?.host !== "roost" || !url.pathname.startsWith(`${root}/`) || url.hash !== "") {
    errors.add("path", 'must be a path of the API, such as "/rentals"');
    return undefined;
  }
  if (url.pathname.replace(/\/+$/, "") === root + bulkPath) errors.add("path", "must not be another bulk request");
  return url.pathname + url.search;
}
