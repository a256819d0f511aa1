import type { components } from "./api.ts";
import { RoostError } from "./errors.ts";
import { isObject, parsed } from "./json.ts";

type Messages = components["schemas"]["webhook_messages"];

/** A webhook message with the record of its `type`. */
export type WebhookMessage = Messages[keyof Messages];

/** The request is not from the service, is older than five minutes, or has an unknown form. Respond with a 4xx. */
export class WebhookRefused extends RoostError {
  override readonly name = "WebhookRefused";
}

/** A request as your server received it. */
export interface ReceivedRequest {
  /** The raw body, never parsed and serialized again. */
  readonly body: string | Uint8Array;
  /** Node's `request.headers` or a `Headers`. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A verified message. */
export interface VerifiedWebhook {
  /** The same for all attempts of a message. Skip ids that you have processed. */
  readonly id: string;
  readonly message: WebhookMessage;
}

/** Allowed clock difference in seconds (Standard Webhooks). */
const toleranceSeconds = 300;

/**
 * Verifies and parses a message by Standard Webhooks 1.0. Web Crypto compares in constant time.
 * @param secrets the endpoint's secret (`whsec_…`), or both during a rotation
 * @param now epoch milliseconds
 * @throws WebhookRefused
 */
export async function verifyWebhook(
  { body, headers }: ReceivedRequest,
  secrets: string | readonly string[],
  now: number = Date.now(),
): Promise<VerifiedWebhook> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string") throw new WebhookRefused(`The header ${name} is missing.`);
    return value;
  });
  if (id === undefined || timestamp === undefined || signatures === undefined) throw new WebhookRefused("No headers.");
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookRefused("The message is older than five minutes, or from the future.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  if (!(await isSigned(signed, signatures, typeof secrets === "string" ? [secrets] : secrets)))
    throw new WebhookRefused("The message is not signed with this secret.");
  const message = parsed(new TextDecoder().decode(bytes));
  if (!isMessage(message)) throw new WebhookRefused("The message has an unknown form.");
  return { id, message };
}

/** Whether one of the signatures (`v1,…`, space-separated) matches one of the secrets. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => bytesOf(signature.slice("v1,".length)));
  for (const secret of secrets) {
    const bytes = bytesOf(secret.replace(/^whsec_/, ""));
    if (bytes === undefined || bytes.length === 0)
      throw new TypeError("A secret must be base64, usually after whsec_.");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of candidates)
      if (signature !== undefined && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

/** Decodes base64; undefined for invalid text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const isMessage = (value: unknown): value is WebhookMessage =>
  isObject(value) && typeof value.type === "string" && typeof value.timestamp === "string" && isObject(value.data);
