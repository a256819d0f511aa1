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
}

export interface Payment {
  readonly booking: number;
  readonly amount: number;
  readonly refunded: number;
  readonly state: "paid" | "authorized" | "rejected" | "canceled";
  /** A gateway moved the money, as opposed to a recorded payment. */
  readonly ordered: boolean;
}

/** The price of a night in the test's rentals. */
export const nightlyRate = 10_000;

/** The immutable model. Bookings, groups and payments are identified by index. */
export class World {
  readonly rentals: number;
  readonly bookings: readonly Booking[];
  /** The rentals of each group; empty for a deleted one. */
  readonly groups: readonly (readonly number[])[];
  readonly payments: readonly Payment[];

  constructor(
    rentals: number,
    bookings: readonly Booking[] = [],
    groups: readonly (readonly number[])[] = [],
    payments: readonly Payment[] = [],
  ) {
    this.rentals = rentals;
    this.bookings = bookings;
    this.groups = groups;
    this.payments = payments;
  }

  withBooking(booking: Booking): World {
    return new World(this.rentals, [...this.bookings, booking], this.groups, this.payments);
  }

  changing(position: number, change: Partial<Booking>): World {
    const bookings = this.bookings.map((booking, index) => (index === position ? { ...booking, ...change } : booking));
    return new World(this.rentals, bookings, this.groups, this.payments);
  }

  withGroup(rentals: readonly number[]): World {
    return new World(this.rentals, this.bookings, [...this.groups, rentals], this.payments);
  }

  withoutGroup(position: number): World {
    const groups = this.groups.map((rentals, index) => (index === position ? [] : rentals));
    return new World(this.rentals, this.bookings, groups, this.payments);
  }

  withPayment(payment: Payment): World {
    return new World(this.rentals, this.bookings, this.groups, [...this.payments, payment]);
  }

  changingPayment(position: number, change: Partial<Payment>): World {
    const payments = this.payments.map((payment, index) => (index === position ? { ...payment, ...change } : payment));
    return new World(this.rentals, this.bookings, this.groups, payments);
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

  /** No night is occupied twice, except by mirrors only. */
  isSound(): boolean {
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
    const final = rental === null && booking.fees.length === 0 ? null : (rental ?? 0) + ofFees;
    const own = this.payments.filter((payment) => payment.booking === position);
    const paid = own.filter((payment) => payment.state === "paid").map((payment) => payment.amount - payment.refunded);
    const authorized = own.filter((payment) => payment.state === "authorized").map((payment) => payment.amount);
    return { rental, final, paid: sum(paid), authorized: sum(authorized) };
  }
}

/** `"12.5%"` of the price, rounded half up to a cent, or an amount; never negative. */
function afterDiscount(initial: number, discount: string | null): number {
  if (discount === null) return initial;
  const off = discount.endsWith("%")
    ? Math.floor((initial * Math.round(Number.parseFloat(discount) * 100) + 5_000) / 10_000)
    : Math.round(Number.parseFloat(discount) * 100);
  return Math.max(0, initial - off);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
