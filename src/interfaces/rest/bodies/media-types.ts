import type { FastifyRequest } from "fastify";
import { RequestError } from "../../../kernel/errors.ts";
import { defaultBodyLimit } from "../../../kernel/request-body.ts";
import type { Operation, Route } from "../../../kernel/route.ts";
import { sizeInWords } from "../../http/size-in-words.ts";

/** Bytes of a body at most. */
export function limitOf({ operation }: Route): number {
  return (operation.kind === "write" ? operation.body?.limit : undefined) ?? defaultBodyLimit;
}

/** Whether a request brings a form. */
export const bringsForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** Refuses a form where JSON is expected, and the other way round. @throws RequestError 415 */
export function assertMedia(operation: Operation | undefined, request: FastifyRequest): void {
  const isForm = bringsForm(request);
  const body = operation?.kind === "write" ? operation.body : undefined;
  const wantsForm = body?.media === "multipart";
  if (isForm === wantsForm || (body?.media === "json" && body.upload)) return;
  throw new RequestError(
    "unsupported_media_type",
    wantsForm
      ? "The body must be multipart/form-data."
      : "The body must be application/vnd.api+json or application/json.",
  );
}

/** What is wrong with a body that is larger than its route takes. */
export const tooLarge = (request: FastifyRequest): string =>
  `The body is larger than ${sizeInWords(request.routeOptions.bodyLimit ?? defaultBodyLimit)}.`;
