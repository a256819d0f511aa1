import fc from "fast-check";
import { recordOf } from "../harness/client.ts";
import { about, type Command, draws } from "./commands.ts";
import { expectStatus, type Place } from "./place.ts";
import type { Invoice, World } from "./world.ts";

/** The requested invoice. */
interface Requested {
  readonly draw: number;
  readonly kind: "invoice" | "deposit";
  readonly amount: number | undefined;
}

/** The invoice that a request makes; undefined if it must be refused. */
function invoiceOf(world: World, number: number, { kind, amount }: Requested): Invoice | undefined {
  const booking = world.bookings[number];
  const { final, paid } = world.moneyOf(number);
  const live = world.liveInvoicesOf(number);
  if (!booking || booking.state === "unavailable" || live.some((one) => one.kind === "invoice")) return undefined;
  const deposits = live.reduce((sum, { total }) => sum + total, 0);
  const isEnded = booking.ended !== undefined;
  // An invoice is over the price of a stay, or over what its cancelation costs.
  if (kind === "invoice" ? isEnded !== (amount !== undefined) : isEnded || amount === undefined) return undefined;
  if (!isEnded && (final === null || final === 0)) return undefined;
  const total = kind === "deposit" ? (amount ?? 0) : (amount ?? final ?? 0) - deposits;
  if (total < 0 || (kind === "deposit" && total > (final ?? 0) - deposits)) return undefined;
  return { booking: number, kind, total, paid: Math.max(0, Math.min(total, paid - deposits)), creditedBy: undefined };
}

/** Issues an invoice or a deposit invoice. */
export const invoicing = (requested: Requested): Command =>
  about(
    `issue ${requested.kind} over ${requested.amount ?? "the price"}`,
    requested.draw,
    () => true,
    async (model, place, number) => {
      const { kind, amount } = requested;
      const expected = invoiceOf(model.world, number, requested);
      const body = { kind, buyer: { name: "Ada Guest" }, ...(amount === undefined ? {} : { amount: amount / 100 }) };
      const answer = await place.client.post(`/bookings/${place.booking(number)}/invoices`, { invoices: [body] });
      expectStatus(answer, expected ? 201 : 422);
      if (!expected) return;
      place.invoices.push(Number(recordOf(answer, "invoices").id));
      model.world = model.world.withInvoice(expected);
    },
  );

const issue = fc
  .record({ draw: draws, amount: fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: undefined, freq: 2 }) })
  .map(({ draw, amount }) => invoicing({ draw, kind: "invoice", amount }));

const issueDeposit = fc
  .record({ draw: draws, amount: fc.integer({ min: 1, max: 20_000 }) })
  .map(({ draw, amount }) => invoicing({ draw, kind: "deposit", amount }));

/** Credits any invoice. A deposit that an invoice deducts, a credited invoice and a credit note stay. */
export const crediting = (draw: number): Command => {
  const chosen = ({ invoices }: World): number => draw % Math.max(1, invoices.length);
  return {
    check: ({ world }) => world.invoices.length > 0,
    async run(model, place) {
      const { world } = model;
      const number = chosen(world);
      const invoice = world.invoices[number];
      if (!invoice) throw new Error("An invoice is gone.");
      const live = world.liveInvoicesOf(invoice.booking);
      const isDeducted = invoice.kind === "deposit" && live.some(({ kind }) => kind === "invoice");
      const accepted = live.includes(invoice) && !isDeducted;
      await post(place, number, accepted);
      if (accepted) model.world = world.withCreditOf(number);
      await place.agreesWith(model.world);
    },
    toString: () => `credit an invoice (draw ${draw})`,
  };
};

const credit = draws.map(crediting);

async function post(place: Place, number: number, accepted: boolean): Promise<void> {
  const answer = await place.client.post(`/invoices/${place.invoices[number]}/credit`);
  expectStatus(answer, accepted ? 201 : 422);
  if (accepted) place.invoices.push(Number(recordOf(answer, "invoices").id));
}

/** A deposit invoice and the invoice that deducts it; then what must be refused, and credits in the only possible order. */
export const invoicingTwice = (amount: number): Command[] => [
  invoicing({ draw: 0, kind: "deposit", amount }),
  invoicing({ draw: 0, kind: "invoice", amount: undefined }),
  invoicing({ draw: 0, kind: "invoice", amount: undefined }),
  ...[0, 1, 0].map(crediting),
];

/** The commands on invoices. */
export const invoiceCommands: readonly fc.Arbitrary<Command>[] = [
  issue,
  issue,
  issueDeposit,
  issueDeposit,
  credit,
  credit,
];
