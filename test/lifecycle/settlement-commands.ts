import fc from "fast-check";
import { expect } from "vitest";
import { signBogusReport } from "../../src/modules/money/gateways/bogus.ts";
import { recordOf, recordsOf } from "../harness/client.ts";
import { webhookSecret } from "../payments/factories.ts";
import { about, type Command, draws, isLive } from "./commands.ts";
import { aboutPayment } from "./payment-commands.ts";
import { expectStatus, type Place } from "./place.ts";
import { type Dispute, keptOf, type World } from "./world.ts";

const isLiveStay = (world: World, number: number): boolean =>
  isLive(world, number) && world.bookings[number]?.state !== "unavailable";

interface AskedSettlement {
  readonly draw: number;
  readonly percent: number;
}

/** Cancels and refunds a part of what is left of each paid payment, in one request. */
export const settling = ({ draw, percent }: AskedSettlement): Command =>
  about(`cancel with refunds of ${percent} %`, draw, isLiveStay, async (model, place, number) => {
    const refunds = model.world.payments.flatMap((payment, position) => {
      const amount = Math.floor((keptOf(payment) * percent) / 100);
      return payment.booking === number && payment.state === "paid" && amount > 0 ? [{ position, amount }] : [];
    });
    const answer = await place.client.post(`/bookings/${place.booking(number)}/cancel`, {
      bookings: [
        {
          reason: "Illness",
          refunds: refunds.map(({ position, amount }) => ({
            payment_id: place.payment(position),
            amount_in_cents: amount,
          })),
        },
      ],
    });
    expectStatus(answer, 200);
    expect(recordOf(answer, "bookings").status).toBe("Canceled");
    await place.performDeposits();
    model.world = model.world.changing(number, { ended: "canceled" });
    for (const { position, amount } of refunds) {
      const { refunded = 0 } = model.world.payments[position] ?? {};
      model.world = model.world.changingPayment(position, { refunded: refunded + amount });
    }
  });

const settle = fc.record({ draw: draws, percent: fc.constantFrom(0, 33, 100) }).map(settling);

export interface AskedReport {
  readonly draw: number;
  readonly kind: "disputed" | "dispute_won" | "dispute_lost";
  readonly at: number;
}

/** Reports a dispute's step. The report that happened last decides, whenever it arrives. */
export const reporting = ({ draw, kind, at }: AskedReport): Command =>
  aboutPayment(
    `report ${kind} of ${at}`,
    draw,
    ({ state, ordered }) => state === "paid" && ordered,
    async (model, place, number) => {
      const payment = model.world.payments[number];
      if (!payment) throw new Error("A payment is gone.");
      await report(place, number, kind, at);
      const status = ({ disputed: "open", dispute_won: "won", dispute_lost: "lost" } as const)[kind];
      if (!isLater(payment.dispute, { status, at })) return;
      const taken = status === "lost" ? payment.amount - payment.refunded : 0;
      model.world = model.world.changingPayment(number, { dispute: { status, at, taken } });
    },
  );

/** Reports in any order. */
export const reports: fc.Arbitrary<AskedReport> = fc.record({
  draw: draws,
  kind: fc.constantFrom<AskedReport["kind"]>("disputed", "dispute_won", "dispute_lost"),
  at: fc.integer({ min: 1, max: 5 }),
});

const dispute = reports.map(reporting);

/** On equal times the end of a dispute is the later report. */
function isLater(before: Dispute | undefined, now: Pick<Dispute, "status" | "at">): boolean {
  if (!before || now.at !== before.at) return !before || now.at > before.at;
  return before.status === "open" && now.status !== "open";
}

async function report(place: Place, number: number, kind: string, at: number): Promise<void> {
  const [{ transaction_id } = { transaction_id: null }] = recordsOf(
    await place.client.get(`/payments/${place.payment(number)}`),
    "payments",
  );
  const body = Buffer.from(
    JSON.stringify({ id: crypto.randomUUID(), kind, transaction: transaction_id, occurredAt: at * 1000, metadata: {} }),
  );
  const answer = await fetch(`${place.url}/webhooks/gateways/${place.client.account}/${place.gateway}`, {
    method: "POST",
    headers: { "content-type": "application/json", "bogus-signature": signBogusReport(body, webhookSecret) },
    body: new Uint8Array(body),
  });
  expect(answer.status).toBe(200);
}

/** The commands on cancelations with refunds, and on disputes. */
export const settlementCommands: readonly fc.Arbitrary<Command>[] = [settle, dispute, dispute, dispute];
