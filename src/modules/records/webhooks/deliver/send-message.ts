import type { Connections } from "../../../platform/outgoing/connections.ts";
import { fetchPublic } from "../../../platform/outgoing/fetch-public.ts";
import type { Attempt } from "../attempt.ts";
import type { DeliveringContext } from "./delivering-context.ts";
import { tracedDelivery } from "./delivery-channel.ts";
import type { RenderedMessage } from "./render-messages.ts";
import { signedHeaders } from "./sign-message.ts";

/** An endpoint's URL, signing secrets and connections. */
export interface Destination {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly connections: Connections;
}

/** Milliseconds within which an endpoint must respond. */
const timeoutMs = 15_000;

/** Bytes of a response that are stored. */
const maxStoredBytes = 4096;

/** This machine, where webhooks may be sent to it. */
const loopback = ["127.0.0.0/8", "::1"] as const;

/**
 * Sends a message once, freshly signed, over https to a public address, without following redirects (events.md, Webhooks).
 * @param now epoch milliseconds
 * @throws the context signal's abort reason; any other problem is returned as a failed attempt
 */
export function sendMessage(
  context: DeliveringContext,
  destination: Destination,
  rendered: RenderedMessage,
  now: number,
): Promise<Attempt> {
  return tracedDelivery(rendered.message, (headers) => send(context, destination, rendered, { now, headers }));
}

async function send(
  context: DeliveringContext,
  { url, secrets, connections }: Destination,
  { message, body }: RenderedMessage,
  { now, headers }: { readonly now: number; readonly headers: Readonly<Record<string, string>> },
): Promise<Attempt> {
  const began = performance.now();
  const signed = { webhookId: message.webhook_id, timestamp: Math.floor(now / 1000), body };
  const answer = await fetchPublic(
    {
      privateFetch: context.localWebhooks ? [...context.privateFetch, ...loopback] : context.privateFetch,
      signal: context.signal,
      connections,
    },
    {
      url,
      method: "POST",
      headers: { ...headers, "content-type": "application/json", ...signedHeaders(signed, secrets) },
      body,
      maxBytes: maxStoredBytes,
      beginning: true,
      secure: true,
      timeout: timeoutMs,
    },
    context.resolve,
  );
  const attempt = { message, at: now, duration: Math.round(performance.now() - began) };
  if ("problem" in answer)
    return { ...attempt, status: undefined, error: `The endpoint ${answer.problem}.`, answer: undefined };
  return { ...attempt, status: answer.status, error: problemOf(answer.status), answer: printable(answer.bytes) };
}

/** The problem with a status; undefined if there is none. */
function problemOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `The endpoint responded with ${status}. Redirects are not followed.`;
  if (status === 410) return "The endpoint responded with 410 and accepts no more messages.";
  return `The endpoint responded with ${status}.`;
}

/** Bytes as printable text; other characters become U+FFFD. */
function printable(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll(/[^\P{C}\n\r\t]/gu, "\uFFFD");
}
