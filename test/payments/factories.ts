import type { PerformingContext } from "../../src/modules/money/payments/perform/perform-payment.ts";
import {
  type GatewayOpener,
  performPayment,
  performSteps,
} from "../../src/modules/money/payments/perform/perform-payment.ts";
import { performWaitingPayments } from "../../src/modules/money/payments/perform/perform-waiting.ts";
import { type Answer, type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created, read } from "../harness/factories.ts";
import { runRound } from "../harness/queued-jobs.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";

/** The secret with which the tests' bogus gateway signs its reports. */
export const webhookSecret = "whsec_of_the_tests";

export const aBogusGateway = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/payment_gateways", "payment_gateways", {
    name: "Till",
    gateway_name: "bogus",
    test: true,
    credentials: { webhook_secret: webhookSecret },
    supported_cardtypes: ["visa", "master"],
    supported_currencies: ["EUR", "JPY"],
    ...attributes,
  });

/** A rental with a stay for 400 euros, and a gateway. */
export async function aBusiness(service: TestService, stay: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const gateway = await aBogusGateway(client);
  const rental = await aRental(client, { base_rate: "100" });
  const booking = await aBooking(client, rental, { initial_price: "400", ...stay });
  return { client, gateway, rental, booking };
}

/** A record of a cash payment. */
export const cash = (amount = 10_000): Json => ({
  amount_in_cents: amount,
  currency: "EUR",
  kind: "cash",
  paid_at: "2024-01-01T10:00:00Z",
});

/** An order to a gateway. */
export const order = (gateway: Json, attributes: Json = {}): Json => ({
  amount_in_cents: 10_000,
  currency: "EUR",
  kind: "service",
  gateway_id: gateway.id,
  gateway_type: "PaymentGateway",
  gateway_name: "bogus",
  credit_card_token: "tok_visa",
  ...attributes,
});

/** Posts a payment and returns the response, refused or not. */
export const paying = (
  client: ApiClient,
  booking: Json,
  attributes: Json,
  headers: Record<string, string> = {},
): Promise<Answer> => client.post(`/bookings/${booking.id}/payments`, { payments: [attributes] }, headers);

export const aPayment = (client: ApiClient, booking: Json, attributes: Json = cash()) =>
  created(client, `/bookings/${booking.id}/payments`, "payments", attributes);

/** Posts a refund and returns the response, refused or not. */
export const refunding = (
  client: ApiClient,
  payment: Json,
  amount: number,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  client.post(`/payments/${payment.id}/refund`, { payments: [{ amount_in_cents: amount }] }, headers);

export const aRefund = (client: ApiClient, payment: Json, amount: number) =>
  created(client, `/payments/${payment.id}/refund`, "payments", { amount_in_cents: amount });

/** The context of the recurring job, without an account. */
const performingSurroundings = () => ({
  secrets: testSecrets,
  endpoints: {},
  now: Date.now(),
  signal: new AbortController().signal,
});

/** Performs an account's waiting payments, like the recurring job and the queue. @returns the errors */
export const reconcile = (
  service: TestService,
  { account }: ApiClient,
  endpoints: Readonly<Record<string, string>> = {},
): Promise<unknown[]> =>
  runRound(service, () => performWaitingPayments(service.database), performPayment, account, { endpoints });

/** The context of an account's job. */
export const performing = (service: TestService, account: number): PerformingContext => ({
  ...performingSurroundings(),
  scope: service.database.within([account]),
  account,
});

/** Runs a payment's job and returns the payment afterwards. */
export async function performed(
  service: TestService,
  client: ApiClient,
  payment: Json,
  opens?: GatewayOpener,
): Promise<Json> {
  await performSteps(performing(service, client.account), Number(payment.id), opens);
  return read(client, "payments", payment.id);
}

/** The bogus gateway's ledger of an account, step by step. */
export async function ledgerOf(service: TestService, client: ApiClient): Promise<string[]> {
  const rows = await service.sql(
    "select step || ' ' || amount_in_cents || ' ' || outcome as entry from bogus_ledger where account_id = $1 order by id",
    [client.account],
  );
  return rows.map(({ entry }) => String(entry));
}

/** A payment's steps with their states. */
export async function stepsOf(service: TestService, payment: Json): Promise<string[]> {
  const rows = await service.sql(
    "select step || ' ' || state as entry from payment_steps where payment_id = $1 order by created_at, step",
    [payment.id],
  );
  return rows.map(({ entry }) => String(entry));
}

export const paymentsOf = async (client: ApiClient, query = ""): Promise<Json[]> =>
  recordsOf(await client.get(`/payments${query}`), "payments");

/** A booking's paid sums. */
export async function moneyOf(client: ApiClient, booking: Json): Promise<Json> {
  const { paid_amount, authorized_amount, payment_left_to_collect, bookings_payments_count, booked, status } =
    await read(client, "bookings", booking.id);
  return { paid_amount, authorized_amount, payment_left_to_collect, bookings_payments_count, booked, status };
}
