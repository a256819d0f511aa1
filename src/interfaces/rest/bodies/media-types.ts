import type { FastifyRequest } from "fastify";
import { RequestError } from "../../../kernel/errors.ts";
import { defaultBodyLimit } from "../../../kernel/request-body.ts";
import type { Operation, Route } from "../../../kernel/route.ts";
import { sizeInWords } from "../../http/size-in-words.ts";

/** The size limit of a route's body, in bytes. */
export function limitOf({ operation }: Route): number {
  return (operation.kind === "write" ? operation.body?.limit : undefined) ?? defaultBodyLimit;
}

/** Whether the request's body is a multipart form. */
export const hasForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** Requires a form or JSON, whichever the operation takes. @throws RequestError 415 */
export function assertMedia(operation: Operation | undefined, request: FastifyRequest): void {
  const isForm = hasForm(request);
  const body = operation?.kind === "write" ? operation.body : undefined;
  const expectsForm = body?.media === "multipart";
  if (isForm === expectsForm || (body?.media === "json" && body.upload)) return;
  throw new RequestError(
    "unsupported_media_type",
    expectsForm
      ? "The body must be multipart/form-data."
      : "The body must be application/vnd.api+json or application/json.",
  );
}

/** The error for a body above its route's limit. */
export const tooLarge = (request: FastifyRequest): string =>
  `The body is larger than ${sizeInWords(request.routeOptions.bodyLimit ?? defaultBodyLimit)}.`;
