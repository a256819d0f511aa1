import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../concurrency/load.ts";
import type { Answer, ApiClient, Json } from "../harness/client.ts";

/** A client that long-polls a feed through service failures, continuing from the last received cursor. */
export class FeedReader {
  /** Every received event, in order of arrival. */
  readonly events: Json[] = [];
  /** Responses that are neither a feed page nor a failure of a killed service. */
  readonly surprises: string[] = [];
  /** Requests without a response or with a status of at least 500. */
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

  /** Gets the initial cursor, then reads until stopped. */
  async start(): Promise<void> {
    await this.page({});
    this.work = this.follow();
  }

  /** Reads to the current end of the feed and stops. */
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

  /** @returns the number of events; undefined, after a pause, if the request failed */
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
    // Simulates a reader that dies before saving the cursor and repeats the request.
    if (this.after !== undefined && this.random.below(6) === 0) return events.length;
    this.events.push(...events);
    this.after = after;
    return events.length;
  }
}

/** A kill breaks the client's connection; any other error fails the test. */
export function undefinedWhenBroken(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
