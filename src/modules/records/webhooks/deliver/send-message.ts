import type { Connections } from "../../../platform/outgoing/connections.ts";
import { fetchPublic } from "../../../platform/outgoing/fetch-public.ts";
import type { Attempt } from "../attempt.ts";
import type { DeliveringContext } from "./delivering-context.ts";
import { toldDelivery } from "./delivery-channel.ts";
import type { RenderedMessage } from "./render-messages.ts";
import { signedHeaders } from "./sign-message.ts";

/** Where messages are sent, and what signs them. */
export interface Destination {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly connections: Connections;
}

/** Milliseconds within which an endpoint answers. */
const longestAnswer = 15_000;

/** Bytes of an answer that are kept. */
const keptBytes = 4096;

/** This machine, where webhooks may go to it. */
const loopback = ["127.0.0.0/8", "::1"] as const;

/**
 * Sends a message once: signed anew, to a public address by https, without following redirects (events.md, Webhooks).
 * @param now epoch milliseconds
 * @throws the reason of the context's signal when that aborts; all else that goes wrong is an attempt that failed
 */
export function sendMessage(
  context: DeliveringContext,
  destination: Destination,
  rendered: RenderedMessage,
  now: number,
): Promise<Attempt> {
  return toldDelivery(rendered.message, (headers) => send(context, destination, rendered, { now, headers }));
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
      maxBytes: keptBytes,
      beginning: true,
      secure: true,
      timeout: longestAnswer,
    },
    context.resolve,
  );
  const attempt = { message, at: now, duration: Math.round(performance.now() - began) };
  if ("problem" in answer)
    return { ...attempt, status: undefined, error: `The endpoint ${answer.problem}.`, answer: undefined };
  return { ...attempt, status: answer.status, error: problemOf(answer.status), answer: printable(answer.bytes) };
}

/** What is wrong with a status; undefined where nothing is. */
function problemOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return `The endpoint answered ${status}: redirects are not followed.`;
  if (status === 410) return "The endpoint answered 410: it wants no more messages.";
  return `The endpoint answered ${status}.`;
}

/** Bytes as text that any page can show: what is no printable character becomes U+FFFD. */
function printable(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll(/[^\P{C}\n\r\t]/gu, "\uFFFD");
}
