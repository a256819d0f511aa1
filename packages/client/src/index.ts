/** The typed client of Roost's API. See the README. */

export type { components, paths } from "./api.ts";
export { type Authentication, bearer, type Session, session } from "./authentication.ts";
export type { ChangeEvent, Changes, FollowOptions } from "./changes.ts";
export { type Answer, type Client, type ClientOptions, createClient } from "./client.ts";
export {
  ApiError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  NetworkError,
  NotFound,
  NotModified,
  PreconditionFailed,
  type Problem,
  RateLimited,
  RoostError,
  ServiceUnavailable,
  Unauthorized,
  ValidationError,
} from "./errors.ts";
export {
  type Code,
  type Consent,
  type ConsentRequest,
  clientCredentials,
  consentRequest,
  exchangeCode,
  refreshingTokens,
} from "./grants.ts";
export { type Application, OAuthError, type Tokens } from "./oauth.ts";
export type {
  CallOptions,
  CallSettings,
  Data,
  ListPath,
  Method,
  Options,
  PathsWith,
  RecordOf,
  Resource,
} from "./operations.ts";
export type { RateLimit } from "./rate-limit.ts";
export { refusalOf } from "./read-refusal.ts";
export type { Retries } from "./retries.ts";
export {
  type ReceivedRequest,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookMessage,
  WebhookRefused,
} from "./webhooks.ts";
