/** An in-memory model of the business, from bookings.md and independent of the service's code. Money is in cents; days are numbers. */

export type State = "booked" | "tentative" | "unavailable";

export interface Nights {
  readonly arrival: number;
  readonly departure: number;
}

/** Occupies a rental's nights: a booking or a mirror. */
interface Holding extends Nights {
  readonly rental: number;
  readonly origin: number;
  readonly mirror: boolean;
}

export interface Fee {
  readonly price: number;
  readonly times: number;
}

export interface Booking extends Nights {
  readonly rental: number;
  readonly state: State;
  /** Canceled, or an expired hold. */
  readonly ended: "canceled" | "expired" | undefined;
  readonly initial: number | null;
  readonly discount: string | null;
  readonly fees: readonly Fee[];
  /** The part that the quote promised as due at booking; null if everything or nothing is. */
  readonly downpayment: number | null;
  /** Gifts by refunds with `reduce_price`. */
  readonly goodwill: number;
  readonly deposit: Deposit;
}

/** A booking's damage deposit by authorization. */
export interface Deposit {
  readonly state: "planned" | "authorized" | "failed" | "released" | "captured";
  /** The guest's card is saved, which was accepted before. */
  readonly hasCard: boolean;
  readonly captured: number;
}

/** A dispute, by the report that happened last. */
export interface Dispute {
  readonly status: "open" | "won" | "lost";
  readonly at: number;
  /** The part that a lost one took. */
  readonly taken: number;
}

export interface Payment {
  readonly booking: number;
  readonly amount: number;
  readonly refunded: number;
  readonly state: "paid" | "authorized" | "rejected" | "canceled";
  /** A gateway moved the money, as opposed to a recorded payment. */
  readonly ordered: boolean;
  readonly dispute?: Dispute;
}

/** An invoice, a deposit invoice or a credit note, frozen when it was issued. */
export interface Invoice {
  readonly booking: number;
  readonly kind: "invoice" | "deposit" | "credit_note";
  readonly total: number;
  /** The part of it that the guest had paid. */
  readonly paid: number;
  /** The index of its credit note. */
  readonly creditedBy: number | undefined;
}

/** A line of the payment schedule. */
export interface ScheduleLine {
  readonly kind: "downpayment" | "balance" | "damage_deposit";
  readonly amount: number;
  readonly paid: number;
  /** Days before the arrival on which it is due; null for the day of booking. */
  readonly daysBefore: number | null;
}

/** The terms of the test's rentals: percent and days. */
export const terms = { downpayment: 30, balanceDue: 10, deposit: 30_000, authorizedBefore: 2 } as const;

/** The price of a night in the test's rentals. */
export const nightlyRate = 10_000;

/** The immutable model. Bookings, groups and payments are identified by index. */
export class World {
  readonly rentals: number;
  readonly bookings: readonly Booking[];
  /** The rentals of each group; empty for a deleted one. */
  readonly groups: readonly (readonly number[])[];
  readonly payments: readonly Payment[];
  readonly invoices: readonly Invoice[];

  constructor(
    rentals: number,
    bookings: readonly Booking[] = [],
    groups: readonly (readonly number[])[] = [],
    payments: readonly Payment[] = [],
    invoices: readonly Invoice[] = [],
  ) {
    this.rentals = rentals;
    this.bookings = bookings;
    this.groups = groups;
    this.payments = payments;
    this.invoices = invoices;
  }

  withBooking(booking: Booking): World {
    return new World(this.rentals, [...this.bookings, booking], this.groups, this.payments, this.invoices);
  }

  changing(position: number, change: Partial<Booking>): World {
    const bookings = this.bookings.map((booking, index) => (index === position ? { ...booking, ...change } : booking));
    return new World(this.rentals, bookings, this.groups, this.payments, this.invoices);
  }

  withGroup(rentals: readonly number[]): World {
    return new World(this.rentals, this.bookings, [...this.groups, rentals], this.payments, this.invoices);
  }

  withoutGroup(position: number): World {
    const groups = this.groups.map((rentals, index) => (index === position ? [] : rentals));
    return new World(this.rentals, this.bookings, groups, this.payments, this.invoices);
  }

  withPayment(payment: Payment): World {
    return new World(this.rentals, this.bookings, this.groups, [...this.payments, payment], this.invoices);
  }

  changingPayment(position: number, change: Partial<Payment>): World {
    const payments = this.payments.map((payment, index) => (index === position ? { ...payment, ...change } : payment));
    return new World(this.rentals, this.bookings, this.groups, payments, this.invoices);
  }

  withInvoice(invoice: Invoice): World {
    return this.invoicing([...this.invoices, invoice]);
  }

  /** A credit note cancels an invoice exactly. */
  withCreditOf(number: number): World {
    const { booking = 0, total = 0 } = this.invoices[number] ?? {};
    const credited = this.invoices.map((one, index) =>
      index === number ? { ...one, creditedBy: this.invoices.length } : one,
    );
    return this.invoicing([
      ...credited,
      { booking, kind: "credit_note", total: -total, paid: 0, creditedBy: undefined },
    ]);
  }

  private invoicing(invoices: readonly Invoice[]): World {
    return new World(this.rentals, this.bookings, this.groups, this.payments, invoices);
  }

  /** The invoices of a booking that are in force. */
  liveInvoicesOf(position: number): readonly Invoice[] {
    return this.invoices.filter(
      ({ booking, kind, creditedBy }) => booking === position && kind !== "credit_note" && creditedBy === undefined,
    );
  }

  /** Each live booking, and one mirror in every other rental that any group links to its own. */
  holdings(): Holding[] {
    return this.bookings.flatMap((booking, origin) => {
      if (booking.ended) return [];
      const { rental, arrival, departure } = booking;
      const linked = new Set(this.groups.filter((group) => group.includes(rental)).flat());
      linked.delete(rental);
      const mirrors = [...linked].map((other) => ({ rental: other, arrival, departure, origin, mirror: true }));
      return [{ rental, arrival, departure, origin, mirror: false }, ...mirrors];
    });
  }

  /** No night is occupied twice, except by mirrors only, and no price is below zero. */
  isSound(): boolean {
    if (this.bookings.some((_, number) => (this.moneyOf(number).final ?? 0) < 0)) return false;
    const holdings = this.holdings();
    return holdings.every((one, index) =>
      holdings
        .slice(index + 1)
        .every(
          (other) =>
            one.rental !== other.rental ||
            (one.mirror && other.mirror) ||
            one.departure <= other.arrival ||
            other.departure <= one.arrival,
        ),
    );
  }

  /** A rental's calendar, as its availability map shows it. */
  calendar(rental: number, days: number): string {
    const characters = { booked: "1", tentative: "2", unavailable: "3" };
    const map = Array<string>(days).fill("0");
    for (const { arrival, departure, origin, mirror } of this.holdings().filter((held) => held.rental === rental)) {
      const state = mirror ? "unavailable" : (this.bookings[origin]?.state ?? "booked");
      map.fill(characters[state], Math.max(0, arrival), departure);
    }
    return map.join("");
  }

  /** A booking's price and paid amount. */
  moneyOf(position: number): { rental: number | null; final: number | null; paid: number; authorized: number } {
    const booking = this.bookings[position];
    if (!booking) throw new Error(`There is no booking ${position}.`);
    const rental = booking.initial === null ? null : afterDiscount(booking.initial, booking.discount);
    const ofFees = booking.fees.reduce((sum, fee) => sum + fee.price * fee.times, 0);
    const final = rental === null && booking.fees.length === 0 ? null : (rental ?? 0) + ofFees - booking.goodwill;
    const own = this.payments.filter((payment) => payment.booking === position);
    const paid = own.filter((payment) => payment.state === "paid").map(keptOf);
    const authorized = own.filter((payment) => payment.state === "authorized").map((payment) => payment.amount);
    return { rental, final, paid: sum(paid), authorized: sum(authorized) };
  }

  /** Parts of the price by due time, then the deposit. Payments fill them in this order; a capture fills the deposit. */
  scheduleOf(position: number): ScheduleLine[] {
    const { final, paid } = this.moneyOf(position);
    const booking = this.bookings[position];
    if (!booking) throw new Error(`There is no booking ${position}.`);
    const { downpayment, deposit, state } = booking;
    const first = final === null || downpayment === null ? 0 : Math.min(downpayment, final);
    const lines = [
      { kind: "downpayment", amount: first, daysBefore: null, earlier: 0, apart: 0 },
      { kind: "balance", amount: (final ?? 0) - first, daysBefore: terms.balanceDue, earlier: first, apart: 0 },
      {
        kind: "damage_deposit",
        amount: state === "unavailable" ? 0 : terms.deposit,
        daysBefore: terms.authorizedBefore,
        earlier: final ?? 0,
        apart: deposit.captured,
      },
    ] as const;
    return lines
      .filter(({ amount }) => amount > 0)
      .map(({ kind, amount, daysBefore, earlier, apart }) => ({
        kind,
        amount,
        daysBefore,
        paid: Math.min(amount, Math.max(0, paid - earlier) + apart),
      }));
  }
}

/** The part of a payment that the business keeps. */
export const keptOf = ({ amount, refunded, dispute }: Payment): number => amount - refunded - (dispute?.taken ?? 0);

/** `"12.5%"` of the price, rounded half up to a cent, or an amount; never negative. */
function afterDiscount(initial: number, discount: string | null): number {
  if (discount === null) return initial;
  const off = discount.endsWith("%")
    ? Math.floor((initial * Math.round(Number.parseFloat(discount) * 100) + 5_000) / 10_000)
    : Math.round(Number.parseFloat(discount) * 100);
  return Math.max(0, initial - off);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
