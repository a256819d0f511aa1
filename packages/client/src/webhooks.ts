import type { components } from "./api.ts";
import { RoostError } from "./errors.ts";
import { isObject, parsed } from "./json.ts";

type Messages = components["schemas"]["webhook_messages"];

/** A message that was sent to a webhook endpoint, with the record that belongs to its `type`. */
export type WebhookMessage = Messages[keyof Messages];

/** What was received did not come from the service, is older than five minutes, or has no form that is known. Answer it with a 4xx. */
export class WebhookRefused extends RoostError {
  override readonly name = "WebhookRefused";
}

/** A request as your server received it. */
export interface ReceivedRequest {
  /** The body as it came: never parsed and written again. */
  readonly body: string | Uint8Array;
  /** As Node's `request.headers` or as `Headers` have them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A verified message. */
export interface VerifiedWebhook {
  /** The same over all attempts of a message: do nothing for one that you have had. */
  readonly id: string;
  readonly message: WebhookMessage;
}

/** Seconds that a message may be older or younger than this machine's clock (Standard Webhooks). */
const tolerance = 300;

/**
 * Verifies a message by the rules of Standard Webhooks 1.0, and reads it. Web Crypto compares in constant time.
 * @param secrets the endpoint's secret (`whsec_…`); two while one takes the other's place
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
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance)
    throw new WebhookRefused("The message is older than five minutes, or from the future.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  if (!(await isSigned(signed, signatures, typeof secrets === "string" ? [secrets] : secrets)))
    throw new WebhookRefused("The message is not signed with this secret.");
  const message = parsed(new TextDecoder().decode(bytes));
  if (!isMessage(message)) throw new WebhookRefused("The message has a form that is not known.");
  return { id, message };
}

/** Whether one of the signatures (`v1,…`, by blanks) is made with one of the secrets. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => bytesOf(signature.slice("v1,".length)));
  for (const secret of secrets) {
    const bytes = bytesOf(secret.replace(/^whsec_/, ""));
    if (bytes === undefined || bytes.length === 0) throw new TypeError("A secret is base64, mostly behind whsec_.");
    const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    for (const signature of given)
      if (signature !== undefined && (await crypto.subtle.verify("HMAC", key, signature, signed))) return true;
  }
  return false;
}

/** The bytes of a base64 text; undefined for a text that is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const isMessage = (value: unknown): value is WebhookMessage =>
  isObject(value) && typeof value.type === "string" && typeof value.timestamp === "string" && isObject(value.data);
