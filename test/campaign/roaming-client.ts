import type { Random } from "../concurrency/load.ts";
import { type Answer, ApiClient } from "../harness/client.ts";

/** A client that any of several processes answers, as behind a balancer that knows nothing. */
export class RoamingClient extends ApiClient {
  readonly #clients: readonly ApiClient[];
  readonly #random: Random;

  constructor(
    urls: readonly string[],
    token: string,
    ids: readonly [account: number, application: number],
    random: Random,
  ) {
    super(urls[0] ?? "", token, ...ids);
    this.#clients = urls.map((url) => new ApiClient(url, token, ...ids));
    this.#random = random;
  }

  override send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const client = this.#random.pick(this.#clients);
    if (!client) throw new Error("There is no service.");
    return client.send(method, path, body, headers);
  }
}
