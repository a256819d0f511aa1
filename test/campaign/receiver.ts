import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import Type from "typebox";
import Value from "typebox/value";
import type { Random } from "../concurrency/load.ts";

const messageSchema = Type.Object({
  type: Type.String(),
  data: Type.Object({
    id: Type.Union([Type.Integer(), Type.String()]),
    account_id: Type.Integer(),
    resource: Type.String(),
  }),
});

/** A received message with a valid signature. */
export interface Arrived {
  readonly webhookId: string;
  readonly type: string;
  readonly account: number;
  readonly resource: string;
  readonly record: string;
  /** Whether the receiver accepted it. */
  readonly taken: boolean;
}

/** A webhook receiver that fails at random until it is healed. */
export class Receiver {
  readonly url: string;
  /** In order of arrival. */
  readonly log: Arrived[] = [];
  /** The errors of messages without a valid signature. */
  readonly refused: string[] = [];
  failures = 0;
  readonly #server: Server;
  readonly #random: Random;
  #secret = "";
  #isHealed = false;
  #downUntil = 0;

  static async listen(random: Random): Promise<Receiver> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/events`;
    const receiver = new Receiver(server, random, url);
    server.on("request", (request, response) => void receiver.#take(request, response));
    return receiver;
  }

  private constructor(server: Server, random: Random, url: string) {
    this.#server = server;
    this.#random = random;
    this.url = url;
  }

  /** Sets the secret for verification. */
  holds(secret: string): void {
    this.#secret = secret;
  }

  /** Ends its failures. */
  heal(): void {
    this.#isHealed = true;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The sender may have been killed before the request was complete.
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    try {
      new Webhook(this.#secret).verify(body, headers);
      const message = Value.Parse(messageSchema, JSON.parse(body.toString()));
      const { id, account_id: account, resource } = message.data;
      const status = this.#status();
      const arrived = { type: message.type, account, resource, record: String(id), taken: status === 204 };
      this.log.push({ webhookId: headers["webhook-id"] ?? "", ...arrived });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end();
    } catch (error) {
      this.refused.push(error instanceof Error ? error.message : "unknown");
      response.writeHead(401).end();
    }
  }

  /** 204, or a failure: 500, a broken connection (0), or some seconds of downtime. */
  #status(): number {
    if (this.#isHealed) return 204;
    const draw = this.#random.below(400);
    if (draw === 0) this.#downUntil = Date.now() + 1000 + this.#random.below(4000);
    if (draw > 2 && Date.now() >= this.#downUntil) return 204;
    this.failures++;
    return draw % 2 === 0 ? 500 : 0;
  }
}
