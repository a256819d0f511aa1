import { createHmac } from "node:crypto";

/** What every secret of an endpoint begins with (Standard Webhooks 1.0); the rest is the key in base64. */
export const secretPrefix = "whsec_";

/** What is signed of a message. */
export interface SignedMessage {
  readonly webhookId: string;
  /** Of the attempt: seconds of the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers by which a receiver knows where a message is from, and that it has not had it before (Standard Webhooks 1.0).
 * @param secrets `whsec_…`: each of them signs, so that a receiver may hold any
 */
export function signedHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const { webhookId, timestamp } = message;
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${signature(message, secret)}`).join(" "),
  };
}

function signature({ webhookId, timestamp, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  return createHmac("sha256", key).update(`${webhookId}.${timestamp}.${body}`).digest("base64");
}
