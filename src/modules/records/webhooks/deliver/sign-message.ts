import { createHmac } from "node:crypto";

/** The prefix of every endpoint secret (Standard Webhooks 1.0); the rest is the key in base64. */
export const secretPrefix = "whsec_";

/** The signed parts of a message. */
export interface SignedMessage {
  readonly webhookId: string;
  /** The attempt's time in epoch seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers that identify and authenticate a message (Standard Webhooks 1.0).
 * @param secrets `whsec_…`: each one signs, so that a receiver can verify with any
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
