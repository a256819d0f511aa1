import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../concurrency/load.ts";
import type { Answer, ApiClient, Json } from "../harness/client.ts";

/** Somebody who follows a feed with long polling, whatever happens to the service, from the cursor of the last answer that arrived. */
export class FeedReader {
  /** Every event that was answered, in the order of the answers. */
  readonly events: Json[] = [];
  /** Answers that are neither a page of the feed nor a failure of a service that dies. */
  readonly surprises: string[] = [];
  /** Requests that got no answer, or 500 and above. */
  failures = 0;
  private readonly client: ApiClient;
  private readonly random: Random;
  private after: string | undefined;
  private ended = false;
  private work: Promise<void> = Promise.resolve();

  constructor(client: ApiClient, random: Random) {
    this.client = client;
    this.random = random;
  }

  /** Takes the cursor from which on it reads, and goes on until it is stopped. */
  async start(): Promise<void> {
    await this.page({});
    this.work = this.follow();
  }

  /** Reads to the end of what is there now, and stops. */
  async stop(): Promise<void> {
    this.ended = true;
    await this.work;
    for (;;) if ((await this.page({ limit: "1000" })) === 0) return;
  }

  private async follow(): Promise<void> {
    while (!this.ended) {
      const limit = String(1 + this.random.below(60));
      await this.page({ limit, wait: "1" });
    }
  }

  /** @returns how many events there were; undefined without an answer, after a moment */
  private async page(query: Record<string, string>): Promise<number | undefined> {
    const parameters = new URLSearchParams({ ...query, ...(this.after === undefined ? {} : { after: this.after }) });
    const answer = await this.client.get(`/events?${parameters}`).catch(undefinedWhenBroken);
    if (!answer || answer.status >= 500) {
      this.failures++;
      await wait(50);
      return undefined;
    }
    return this.take(answer);
  }

  private take(answer: Answer): number {
    const { events, meta } = answer.json;
    const after: unknown = Object(meta).after;
    if (answer.status !== 200 || !Array.isArray(events) || typeof after !== "string") {
      this.surprises.push(`${answer.status} ${answer.text.slice(0, 300)}`);
      return 0;
    }
    // Somebody dies before having noted the cursor of an answer, and asks for the same again.
    if (this.after !== undefined && this.random.below(6) === 0) return events.length;
    this.events.push(...events);
    this.after = after;
    return events.length;
  }
}

/** What a client sees of a kill is a broken connection; anything else is a failure of the test. */
export function undefinedWhenBroken(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
