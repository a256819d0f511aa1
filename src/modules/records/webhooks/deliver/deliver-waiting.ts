import { Connections } from "../../../platform/outgoing/connections.ts";
import type { Attempt } from "../attempt.ts";
import { hasSucceeded } from "../attempt.ts";
import type { DeliveringContext } from "./delivering-context.ts";
import { type Lease, takeLease } from "./leased-endpoint.ts";
import { leaveEndpoint } from "./leave-endpoint.ts";
import { giveUpMessages } from "./note-attempts.ts";
import { type RenderedMessage, renderMessages } from "./render-messages.ts";
import { sendMessage } from "./send-message.ts";
import { LeaseLostError, type Turn, takeTurn } from "./turn.ts";

/** Messages of an endpoint that are on their way at a time, each of another record. */
const mostUnderway = 8;

/** Milliseconds after which an endpoint lets others come first. */
const longestRun = 60_000;

/**
 * Milliseconds within which what a turn has taken is begun: records are shown as they are when they are sent, and with the 15 seconds of a
 * request it is well within the lease.
 */
const longestTurn = 5_000;

/**
 * Sends what waits for an endpoint, in order for each record (events.md, Webhooks); nobody else does at the same time. What is left is
 * queued: at once where its time was up, otherwise for when it is due.
 */
export async function deliverWaiting(context: DeliveringContext, endpoint: number): Promise<void> {
  const lease = await takeLease(context, endpoint);
  if (lease === undefined) return;
  if (typeof lease === "number") {
    // It may have died over it: then this comes once nobody has it any more. Whoever gives it back in time queues what is left.
    const { scope, account } = context;
    await scope.transaction((transaction) =>
      context.queue({ transaction, account: { id: account } }, endpoint, lease + 1000),
    );
    return;
  }
  const connections = new Connections(mostUnderway);
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
  private readonly underway = new Map<number, Promise<void>>();
  /** What has ended since the last turn. */
  private attempts: Attempt[] = [];
  private failure: { readonly because: unknown } | undefined;

  constructor(context: DeliveringContext, lease: Lease, connections: Connections) {
    this.context = context;
    this.lease = lease;
    this.connections = connections;
  }

  async run(): Promise<void> {
    try {
      for (let goesOn = true; goesOn && !this.isOver(); ) goesOn = await this.turn();
    } finally {
      // Also where it fails: what is on its way uses the connections.
      await Promise.all(this.underway.values());
    }
    await leaveEndpoint(this.context, this.lease, this.takeAttempts(), this.now());
  }

  /** @returns whether there may be more to do */
  private async turn(): Promise<boolean> {
    const began = performance.now();
    const underway = [...this.underway.keys()];
    const turn = await takeTurn(this.context, this.lease, { attempts: this.takeAttempts(), underway, now: this.now() });
    if (!turn) return false;
    const waiting = await this.render(turn);
    if (waiting.length === 0 && this.underway.size === 0) return turn.messages.length > 0;
    const destination = { ...turn, connections: this.connections };
    for (;;) {
      while (this.mayBegin(began) && waiting[0]) {
        const [next] = waiting.splice(0, 1);
        if (next) this.begin(destination, next);
      }
      if (this.underway.size > 0) await Promise.race(this.underway.values());
      if (this.failure) throw this.failure.because;
      if (waiting.length === 0 || !this.isWell() || this.isOver() || performance.now() - began > longestTurn)
        return true;
    }
  }

  private async render({ caller, messages }: Turn): Promise<RenderedMessage[]> {
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
      .then(() => void this.underway.delete(id));
    this.underway.set(id, sending);
  }

  private mayBegin(turnBegan: number): boolean {
    const isInTime = performance.now() - turnBegan <= longestTurn;
    return isInTime && this.underway.size < mostUnderway && this.isWell() && !this.isOver();
  }

  /** One that fails is tried with one message at a time: the next turn knows. */
  private isWell(): boolean {
    return this.attempts.every(hasSucceeded);
  }

  private isOver(): boolean {
    const { signal, ending } = this.context;
    return signal.aborted || ending?.aborted === true || performance.now() - this.began > longestRun;
  }

  private takeAttempts(): Attempt[] {
    const { attempts } = this;
    this.attempts = [];
    return attempts;
  }

  /** Epoch milliseconds, by the clock that the job was given. */
  private now(): number {
    return Math.round(this.context.now + performance.now() - this.began);
  }
}
