import { expect } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { performSteps } from "../../src/modules/money/payments/perform/perform-payment.ts";
import { type Answer, type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { aRental, linksOf } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { aBogusGateway, performing } from "../payments/factories.ts";
import { type Nights, nightlyRate, type World } from "./world.ts";

/** The number of calendar days to compare. */
export const days = 24;

const fields =
  "id,links,start_at,end_at,status,tentative_expires_at,created_by_id,created_by_type,initial_price,final_rental_price,final_price,paid_amount,authorized_amount,payment_left_to_collect,bookings_payments_count";

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
  const rental = await aRental(client, { base_rate: nightlyRate / 100 });
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
  /** Each booking's fees, in the order they were added. */
  readonly fees: number[][] = [];
  private readonly service: TestService;
  private readonly first: number;

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
      };
    });
    expect(own.map(comparable)).toEqual(expected);
  }

  /** Each payment with its outcome. */
  private async comparePayments(world: World): Promise<void> {
    if (world.payments.length === 0) return;
    const shown = recordsOf(await this.client.get(`/payments/${this.payments.join(",")}`), "payments");
    expect(shown.map(({ id, amount_in_cents, ...payment }) => [id, amount_in_cents, stateOf(payment)])).toEqual(
      world.payments.map(({ amount, state }, number) => [this.payment(number), amount, state]),
    );
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
  return {
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
