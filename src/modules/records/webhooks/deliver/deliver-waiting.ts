import { Connections } from "../../../platform/outgoing/connections.ts";
import type { Attempt } from "../attempt.ts";
import { hasSucceeded } from "../attempt.ts";
import type { DeliveringContext } from "./delivering-context.ts";
import { type DeliveryBatch, LeaseLostError, takeBatch } from "./delivery-batch.ts";
import { acquireLease, type Lease } from "./leased-endpoint.ts";
import { giveUpMessages } from "./record-attempts.ts";
import { releaseEndpoint } from "./release-endpoint.ts";
import { type RenderedMessage, renderMessages } from "./render-messages.ts";
import { sendMessage } from "./send-message.ts";

/** Messages in flight per endpoint, each about another record. */
const maxInFlight = 8;

/** Milliseconds after which a run ends and lets other endpoints run. */
const maxRunMs = 60_000;

/** Milliseconds within which a batch's messages start. Keeps records fresh, and with the 15 s timeout stays within the lease. */
const maxBatchMs = 5_000;

/**
 * Sends an endpoint's waiting messages, in order per record (events.md, Webhooks). A lease prevents concurrent runs.
 * Remaining messages are queued: immediately if the time was up, otherwise for when they are due.
 */
export async function deliverWaiting(context: DeliveringContext, endpoint: number): Promise<void> {
  const lease = await acquireLease(context, endpoint);
  if (lease === undefined) return;
  if (typeof lease === "number") {
    // The holder may have died, so retry after its lease expires. A holder that lives queues the rest itself.
    const { scope, account } = context;
    await scope.transaction((transaction) =>
      context.queue({ transaction, account: { id: account } }, endpoint, lease + 1000),
    );
    return;
  }
  const connections = new Connections(maxInFlight);
  try {
    await new Delivery(context, lease, connections).run();
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    connections.close();
  }
}

class Delivery {
  private readonly context: DeliveringContext;
  private readonly lease: Lease;
  private readonly connections: Connections;
  private readonly began = performance.now();
  private readonly inFlight = new Map<number, Promise<void>>();
  /** Attempts finished since the last batch. */
  private attempts: Attempt[] = [];
  private failure: { readonly because: unknown } | undefined;

  constructor(context: DeliveringContext, lease: Lease, connections: Connections) {
    this.context = context;
    this.lease = lease;
    this.connections = connections;
  }

  async run(): Promise<void> {
    try {
      for (let hasMore = true; hasMore && !this.isOver(); ) hasMore = await this.deliverBatch();
    } finally {
      // Also after an error, because messages in flight use the connections.
      await Promise.all(this.inFlight.values());
    }
    await releaseEndpoint(this.context, this.lease, this.takeAttempts(), this.now());
  }

  /** @returns whether there may be more to send */
  private async deliverBatch(): Promise<boolean> {
    const began = performance.now();
    const inFlight = [...this.inFlight.keys()];
    const batch = await takeBatch(this.context, this.lease, {
      attempts: this.takeAttempts(),
      inFlight,
      now: this.now(),
    });
    if (!batch) return false;
    const waiting = await this.render(batch);
    if (waiting.length === 0 && this.inFlight.size === 0) return batch.messages.length > 0;
    const destination = { ...batch, connections: this.connections };
    for (;;) {
      while (this.mayBegin(began) && waiting[0]) {
        const [next] = waiting.splice(0, 1);
        if (next) this.begin(destination, next);
      }
      if (this.inFlight.size > 0) await Promise.race(this.inFlight.values());
      if (this.failure) throw this.failure.because;
      if (waiting.length === 0 || !this.isHealthy() || this.isOver() || performance.now() - began > maxBatchMs)
        return true;
    }
  }

  private async render({ caller, messages }: DeliveryBatch): Promise<RenderedMessage[]> {
    if (messages.length === 0) return [];
    const { scope, account } = this.context;
    const rendered = await renderMessages(this.context, this.lease.endpoint, caller, messages);
    if (rendered.unreadable.length > 0)
      await scope.transaction((transaction) =>
        giveUpMessages({ transaction, account: { id: account } }, rendered.unreadable),
      );
    return [...rendered.messages];
  }

  private begin(destination: Parameters<typeof sendMessage>[1], rendered: RenderedMessage): void {
    const { id } = rendered.message;
    const sending = sendMessage(this.context, destination, rendered, this.now())
      .then((attempt) => this.attempts.push(attempt))
      .catch((error: unknown) => {
        this.failure ??= { because: error };
      })
      .then(() => void this.inFlight.delete(id));
    this.inFlight.set(id, sending);
  }

  private mayBegin(batchBegan: number): boolean {
    const isInTime = performance.now() - batchBegan <= maxBatchMs;
    return isInTime && this.inFlight.size < maxInFlight && this.isHealthy() && !this.isOver();
  }

  /** After a failure, the next batch probes the endpoint with a single message. */
  private isHealthy(): boolean {
    return this.attempts.every(hasSucceeded);
  }

  private isOver(): boolean {
    const { signal, ending } = this.context;
    return signal.aborted || ending?.aborted === true || performance.now() - this.began > maxRunMs;
  }

  private takeAttempts(): Attempt[] {
    const { attempts } = this;
    this.attempts = [];
    return attempts;
  }

  /** Epoch milliseconds, by the job's clock. */
  private now(): number {
    return Math.round(this.context.now + performance.now() - this.began);
  }
}
