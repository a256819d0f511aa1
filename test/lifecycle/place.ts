import { expect } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { performSteps } from "../../src/modules/money/payments/perform/perform-payment.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { aRental, linksOf } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { letterhead } from "../invoices/factories.ts";
import { performedIn, tendedIn } from "../payments/deposit-factories.ts";
import { aBogusGateway, performing } from "../payments/factories.ts";
import { compareStatements } from "./compare-statements.ts";
import { type Nights, nightlyRate, type ScheduleLine, terms, type World } from "./world.ts";

/** The number of calendar days to compare. */
export const days = 24;

const fields =
  "id,links,start_at,end_at,status,tentative_expires_at,created_by_id,created_by_type,initial_price,final_rental_price,final_price,paid_amount,authorized_amount,payment_left_to_collect,bookings_payments_count,payment_schedule,damage_deposit_authorization";

/** An account with a gateway, for consecutive sequences. */
export interface Business {
  readonly client: ApiClient;
  readonly gateway: number;
  /** Created through the API; the sequences use copies of it. */
  readonly rental: number;
}

export async function aBusiness(service: TestService): Promise<Business> {
  const client = await service.aClient(await service.anAccount());
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
  const settings = { ...letterhead, damage_deposit_authorized_before: terms.authorizedBefore };
  await client.put(`/preferences_general_settings/${client.account}`, { preferences_general_settings: [settings] });
  const rental = await aRental(client, {
    ...{ base_rate: nightlyRate / 100, downpayment: terms.downpayment, balance_due: terms.balanceDue },
    damage_deposit: terms.deposit / 100,
  });
  return { client, gateway: Number((await aBogusGateway(client)).id), rental: Number(rental.id) };
}

/** Copies a rental with everything its creation made: much cheaper than three requests for each of hundreds of sequences. */
async function copiesOf(service: TestService, rental: number, count: number): Promise<number[]> {
  const rows = await service.sql(
    `insert into rentals overriding system value
     select copy.* from rentals, generate_series(1, $2::integer) as number,
       jsonb_populate_record(rentals, jsonb_build_object('id', nextval(pg_get_serial_sequence('rentals', 'id')) + 0 * number)) as copy
     where rentals.id = $1
     returning id`,
    [rental, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** The service with one sequence's rentals, to compare with the model. */
export class Place {
  readonly client: ApiClient;
  readonly rentals: readonly number[];
  readonly gateway: number;
  /** The ids, by the model's indexes. */
  readonly bookings: number[] = [];
  readonly groups: number[] = [];
  readonly payments: number[] = [];
  readonly invoices: number[] = [];
  /** Each booking's fees, in the order they were added. */
  readonly fees: number[][] = [];
  private readonly service: TestService;
  readonly first: number;

  static async open(
    service: TestService,
    { client, gateway, rental }: Business,
    rentals: number,
    first: number,
  ): Promise<Place> {
    const ids = await copiesOf(service, rental, rentals);
    return new Place(service, client, ids, gateway, first);
  }

  private constructor(
    service: TestService,
    client: ApiClient,
    rentals: readonly number[],
    gateway: number,
    first: number,
  ) {
    this.service = service;
    this.client = client;
    this.rentals = rentals;
    this.gateway = gateway;
    this.first = first;
  }

  /** Converts the model's nights to the API's dates. */
  dates({ arrival, departure }: Nights): { start_at: string; end_at: string } {
    return { start_at: formatDay(this.first + arrival), end_at: formatDay(this.first + departure) };
  }

  rental(number: number): number {
    return idAt(this.rentals, number);
  }

  get url(): string {
    return this.service.url;
  }

  booking(number: number): number {
    return idAt(this.bookings, number);
  }

  /** Expires a hold by moving its end, and its mirrors': the database's clock cannot be moved. */
  async expire(number: number): Promise<void> {
    await this.service.sql(
      `update bookings set tentative_expires_at = now() - interval '1 second'
       where account_id = $1 and (id = $2 or (created_by_type = 'Booking' and created_by_id = $2)) and tentative_expires_at is not null
         and canceled_at is null`,
      [this.client.account, this.booking(number)],
    );
  }

  payment(number: number): number {
    return idAt(this.payments, number);
  }

  /** Performs a payment's pending gateway step, as the job would. */
  async perform(payment: number): Promise<void> {
    await performSteps(performing(this.service, this.client.account), payment);
  }

  /** Runs a deposit's job, and the payment steps that it queues. */
  async tend(booking: number): Promise<void> {
    await tendedIn(this.service, this.client, { id: this.booking(booking) }, 0);
  }

  /** Performs every due step of the account's deposits. */
  async performDeposits(): Promise<void> {
    await performedIn(this.service, this.client, 0);
  }

  /** Changes what only time changes of a deposit. */
  async passTime(booking: number, what: "renewal is due" | "lapsed"): Promise<void> {
    const column = what === "lapsed" ? "authorized_until" : "retry_at";
    await this.service.sql(
      `update damage_deposits set ${column} = now() - interval '1 minute' where account_id = $1 and booking_id = $2`,
      [this.client.account, this.booking(booking)],
    );
  }

  /** Makes a capture due. */
  async captureIsDue(payment: number): Promise<void> {
    await this.service.sql(
      "update payment_steps set due_at = now() where account_id = $1 and payment_id = $2 and step = 'capture' and state = 'queued'",
      [this.client.account, payment],
    );
  }

  /** Compares everything that the API shows with the model. */
  async agreesWith(world: World): Promise<void> {
    const shown = recordsOf(
      await this.client.get(
        `/bookings?rental_id=${this.rentals.join(",")}&from=2020-01-01&include_canceled=true&fields=${fields}`,
      ),
      "bookings",
    );
    this.compareBookings(world, shown);
    this.compareMirrors(world, shown);
    await this.comparePayments(world);
    await this.compareHolds(world);
    await this.compareInvoices(world);
    await this.assertIdentities(shown);
    if (world.payments.length > 0) await compareStatements(this, world);
    const maps = recordsOf(
      await this.client.get(`/availabilities/${this.rentals.join(",")}?from=${formatDay(this.first)}&fields=id,map`),
      "availabilities",
    );
    const calendars = maps.map(({ id, map }) => [id, String(map).slice(0, days)]);
    expect(calendars).toEqual(this.rentals.map((id, number) => [id, world.calendar(number, days)]));
  }

  private compareBookings(world: World, shown: readonly Json[]): void {
    const own = shown.filter(({ created_by_type }) => created_by_type !== "Booking");
    const expected = world.bookings.map((booking, number) => {
      const money = world.moneyOf(number);
      return {
        id: this.booking(number),
        rental: this.rental(booking.rental),
        ...this.dates(booking),
        status: booking.ended ? "Canceled" : capitalised(booking.state),
        initial_price: decimal(booking.initial),
        final_rental_price: decimal(money.rental),
        final_price: decimal(money.final),
        paid_amount: decimal(money.paid),
        authorized_amount: decimal(money.authorized),
        payment_left_to_collect: decimal(money.final === null ? null : money.final - money.paid),
        schedule: world.scheduleOf(number).map((line) => this.lineOf(line, booking)),
        deposit: booking.state === "unavailable" ? undefined : booking.deposit.state,
      };
    });
    expect(own.map(comparable)).toEqual(expected);
  }

  /** A line as the API shows it. What is due at booking has no day of the stay. */
  private lineOf({ kind, amount, paid, daysBefore }: ScheduleLine, { arrival }: Nights): string {
    const due = daysBefore === null ? "at booking" : formatDay(this.first + arrival - daysBefore);
    return `${kind} ${decimal(amount)} ${decimal(paid)} ${due}`;
  }

  /** Each payment with its outcome. */
  private async comparePayments(world: World): Promise<void> {
    if (world.payments.length === 0) return;
    const shown = recordsOf(await this.client.get(`/payments/${this.payments.join(",")}`), "payments");
    expect(shown.map(({ id, amount_in_cents, ...payment }) => [id, amount_in_cents, stateOf(payment)])).toEqual(
      world.payments.map(({ amount, state }, number) => [this.payment(number), amount, state]),
    );
  }

  /** Each invoice as it was issued, its sums, and the account's numbers without a gap. */
  private async compareInvoices(world: World): Promise<void> {
    if (world.invoices.length === 0) return;
    const answer = await this.client.get(`/invoices/${this.invoices.join(",")}`);
    const shown = recordsOf(answer, "invoices").map((invoice) => {
      const { id, kind, total_amount, paid_amount, credit_note_id, net_amount, tax_amount } = invoice;
      const sum = decimal(Math.round((Number(net_amount) + Number(tax_amount)) * 100));
      return [id, linksOf(invoice).booking, kind, total_amount, sum, paid_amount, credit_note_id];
    });
    const expected = world.invoices.map(({ booking, kind, total, paid, creditedBy }, number) => {
      const credit = creditedBy === undefined ? null : idAt(this.invoices, creditedBy);
      const id = idAt(this.invoices, number);
      return [id, this.booking(booking), kind, decimal(total), decimal(total), decimal(paid), credit];
    });
    expect(shown).toEqual(expected);
    const gaps = await this.service.sql(
      "select 1 from invoices where account_id = $1 group by year having max(position) <> count(*) or min(position) <> 1",
      [this.client.account],
    );
    expect(gaps).toEqual([]);
  }

  /** At the gateway, exactly the deposits are held that the model holds: none twice, and none forgotten. */
  private async compareHolds(world: World): Promise<void> {
    if (this.bookings.length === 0) return;
    const rows = await this.service.sql(
      `select line.booking_id from bogus_ledger as held
       join payments on payments.account_id = held.account_id and payments.transaction_id = held.transaction_id and payments.kind = 'damage-deposit'
       join bookings_payments as line on line.account_id = payments.account_id and line.payment_id = payments.id
       where held.account_id = $1 and held.step = 'authorize' and held.outcome = 'done' and line.booking_id = any($2::bigint[])
         and not exists (select from bogus_ledger as ended where ended.account_id = held.account_id and ended.charge_id = held.transaction_id
           and ended.step in ('capture', 'cancel') and ended.outcome = 'done')
       order by line.booking_id`,
      [this.client.account, this.bookings],
    );
    const held = world.bookings.flatMap(({ deposit }, number) =>
      deposit.state === "authorized" ? [this.booking(number)] : [],
    );
    expect(rows.map(({ booking_id }) => Number(booking_id))).toEqual(held.toSorted((a, b) => a - b));
  }

  /** Payments − refunds − disputes = paid, by the API's own payments. Deposits pay no price. */
  private async assertIdentities(shown: readonly Json[]): Promise<void> {
    if (this.payments.length === 0) return;
    const rows = await this.service.sql(
      `select line.booking_id, sum(line.amount_in_cents)::float as paid from bookings_payments as line
       join payments on payments.account_id = line.account_id and payments.id = line.payment_id
       left join payments as refunded on refunded.account_id = payments.account_id and refunded.id = payments.refunded_payment_id
       where line.account_id = $1 and line.booking_id = any($2::bigint[]) and payments.paid_at is not null and payments.rejected_at is null
         and payments.canceled_at is null and refunded.canceled_at is null and coalesce(refunded.kind, payments.kind) <> 'damage-deposit'
       group by 1`,
      [this.client.account, this.bookings],
    );
    const sums = new Map(rows.map(({ booking_id, paid }) => [Number(booking_id), Number(paid)]));
    for (const { id, paid_amount, created_by_type } of shown)
      if (created_by_type !== "Booking") expect([id, paid_amount]).toEqual([id, decimal(sums.get(Number(id)) ?? 0)]);
  }

  private compareMirrors(world: World, shown: readonly Json[]): void {
    const live = shown.filter(({ created_by_type, status }) => created_by_type === "Booking" && status !== "Canceled");
    const expiries = new Map(shown.map(({ id, tentative_expires_at }) => [Number(id), tentative_expires_at]));
    const mirrors = live.map(({ created_by_id: origin, status, tentative_expires_at, ...mirror }) => ({
      ...placeOf(mirror),
      origin,
      status,
      tentative_expires_at,
    }));
    const expected = world
      .holdings()
      .filter(({ mirror }) => mirror)
      .map((held) => ({
        rental: this.rental(held.rental),
        ...this.dates(held),
        origin: this.booking(held.origin),
        status: "Unavailable",
        tentative_expires_at: expiries.get(this.booking(held.origin)),
      }));
    expect(mirrors.map(inWords).toSorted()).toEqual(expected.map(inWords).toSorted());
  }
}

/** Checks a command's response, and shows the service's errors if it differs. */
export function expectStatus(answer: Answer, status: number): void {
  expect(answer.status, `${answer.text} ${JSON.stringify(errorsOf(answer))}`).toBe(status);
}

function idAt(ids: readonly number[], number: number): number {
  const id = ids[number];
  if (id === undefined) throw new Error(`The service was not told of number ${number}.`);
  return id;
}

const placeOf = (record: Json) => ({
  rental: linksOf(record).rental,
  start_at: String(record.start_at).slice(0, 10),
  end_at: String(record.end_at).slice(0, 10),
});

function comparable(record: Json): Json {
  const { id, status, initial_price, final_rental_price, final_price } = record;
  const { paid_amount, authorized_amount, payment_left_to_collect } = record;
  const { payment_schedule: lines, damage_deposit_authorization: deposit } = record;
  return {
    schedule: Array.isArray(lines) ? lines.map(lineShown) : lines,
    deposit: typeof deposit === "object" && deposit !== null && "state" in deposit ? deposit.state : undefined,
    id,
    ...placeOf(record),
    status,
    initial_price,
    final_rental_price,
    final_price,
    paid_amount,
    authorized_amount,
    payment_left_to_collect,
  };
}

const lineShown = ({ kind, amount, paid, due_at }: Json): string =>
  `${kind} ${amount} ${paid} ${kind === "downpayment" ? "at booking" : String(due_at).slice(0, 10)}`;

/** Formats cents as the API does, with at least one decimal. */
function decimal(cents: number | null): string | null {
  if (cents === null) return null;
  const text = (cents / 100).toFixed(2);
  return text.endsWith("0") ? text.slice(0, -1) : text;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const inWords = (value: unknown): string => JSON.stringify(value);

function stateOf(payment: Json): string {
  if (payment.canceled_at !== null) return "canceled";
  if (payment.rejected_at !== null) return "rejected";
  if (payment.paid_at !== null) return "paid";
  return payment.authorized_at === null ? "ordered" : "authorized";
}
