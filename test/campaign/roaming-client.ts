import type { Random } from "../concurrency/load.ts";
import { type Answer, ApiClient } from "../harness/client.ts";

/** A client whose requests go to random processes, as behind a load balancer without affinity. */
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
    if (!client) throw new Error("no service URL");
    return client.send(method, path, body, headers);
  }
}
