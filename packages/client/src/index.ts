/** The typed client of Roost's API. See the README. */
export { bearer, session, type Authentication, type Session } from "./authentication.ts";
export type { ChangeEvent, Changes, Following } from "./changes.ts";
export { createClient, type Answer, type Client, type ClientOptions } from "./client.ts";
export {
  ApiError,
  BadRequest,
  Conflict,
  Forbidden,
  Gone,
  NetworkError,
  NotFound,
  NotModified,
  type Problem,
  RateLimited,
  RoostError,
  ServiceUnavailable,
  Unauthorized,
  ValidationError,
} from "./errors.ts";
export {
  clientCredentials,
  consentRequest,
  exchangeCode,
  refreshingTokens,
  type Code,
  type Consent,
  type ConsentRequest,
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
  verifyWebhook,
  WebhookRefused,
  type ReceivedRequest,
  type VerifiedWebhook,
  type WebhookMessage,
} from "./webhooks.ts";
export type { components, paths } from "./api.ts";
