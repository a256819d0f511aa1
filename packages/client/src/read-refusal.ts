import {
  ApiError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  NotFound,
  NotModified,
  PreconditionFailed,
  type Problem,
  RateLimited,
  type Refusal,
  ServiceUnavailable,
  Unauthorized,
  ValidationError,
} from "./errors.ts";
import { isObject, parsed } from "./json.ts";

const classes: Readonly<Record<number, new (refusal: Refusal) => ApiError>> = {
  304: NotModified,
  400: BadRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  410: Gone,
  412: PreconditionFailed,
  422: ValidationError,
  429: RateLimited,
  502: ServiceUnavailable,
  503: ServiceUnavailable,
  504: ServiceUnavailable,
};

/** The error for a refusing response. Ignores bodies that are not the service's, such as a proxy's page. */
export async function refusalOf(response: Response): Promise<ApiError> {
  const body = parsed(await response.text());
  const errors = isObject(body) ? body.errors : undefined;
  const meta = isObject(body) ? body.meta : undefined;
  const Class = classes[response.status] ?? ApiError;
  return new Class({
    status: response.status,
    problems: Array.isArray(errors) ? errors.filter(isProblem) : [],
    fields: isObject(errors) ? Object.fromEntries(Object.entries(errors).map(messages)) : {},
    meta: isObject(meta) ? meta : {},
    headers: response.headers,
  });
}

const isProblem = (value: unknown): value is Problem =>
  isObject(value) && typeof value.code === "string" && typeof value.details === "string";

const messages = ([name, value]: [string, unknown]): [string, string[]] => [
  name,
  (Array.isArray(value) ? value : [value]).map((message) =>
    typeof message === "string" ? message : JSON.stringify(message),
  ),
];
