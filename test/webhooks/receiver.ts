import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import Type from "typebox";
import Value from "typebox/value";
import { onTestFinished, vi } from "vitest";

const messageSchema = Type.Object({
  type: Type.String(),
  timestamp: Type.String(),
  data: Type.Object({
    id: Type.Union([Type.Integer(), Type.String()]),
    account_id: Type.Integer(),
    resource: Type.String(),
    record: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    changed: Type.Array(Type.String()),
  }),
});

/** A received message with a verified signature. */
export interface Received extends Type.Static<typeof messageSchema> {
  readonly webhookId: string;
  /** Epoch seconds. */
  readonly signedAt: number;
  readonly headers: IncomingHttpHeaders;
}

/** Responds to a message; by default with 204. */
export type Answering = (response: ServerResponse, message: Received) => void | Promise<void>;

/** A third-party webhook receiver. Verifies each message with the public Standard Webhooks package. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** The messages that failed verification. */
  readonly refused: string[];
  /** The maximum number of concurrent requests. */
  readonly most: () => number;
  /** The number of connections opened to it. */
  readonly connections: () => number;
  /** Sets the secret for verifying later messages. */
  holds(secret: string): void;
  answers(answering: Answering): void;
  /** Closes the receiver and its open connections. */
  close(): void;
}

/** Opens a receiver for a test. @param clock the receiver's clock, in epoch milliseconds */
export async function aReceiver(clock: () => number): Promise<Receiver> {
  const received: Received[] = [];
  const refused: string[] = [];
  let secret: string | undefined;
  let answering: Answering = (response) => void response.writeHead(204).end();
  let [underway, most, connections] = [0, 0, 0];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    most = Math.max(most, ++underway);
    response.on("close", () => underway--);
    try {
      const message = verified(secret, Buffer.concat(chunks).toString(), request.headers, clock());
      received.push(message);
      await answering(response, message);
    } catch (error) {
      refused.push(error instanceof Error ? error.message : "unknown");
      response.writeHead(401).end();
    }
  });
  server.on("connection", () => connections++);
  const url = await listening(server);
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return {
    ...{ url, received, refused, most: () => most, connections: () => connections, close },
    holds: (given) => {
      secret = given;
    },
    answers: (given) => {
      answering = given;
    },
  };
}

/** @throws if the package refuses the message or its form differs from the documentation */
function verified(secret: string | undefined, body: string, headers: IncomingHttpHeaders, now: number): Received {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  // The package reads the system clock.
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  try {
    new Webhook(secret ?? "").verify(body, texts);
  } finally {
    clock.mockRestore();
  }
  const message: unknown = JSON.parse(body);
  if (!Value.Check(messageSchema, message)) throw new Error(`A message has another form: ${body}`);
  const webhookId = texts["webhook-id"] ?? "";
  return { ...message, webhookId, signedAt: Number(texts["webhook-timestamp"]), headers };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The receiver listens nowhere.");
  return `http://127.0.0.1:${address.port}/events`;
}
