import { expect } from "vitest";
import { queueJob } from "../../src/kernel/write/jobs/job.ts";
import { performAutomations } from "../../src/modules/guests/automations/perform/perform-automations.ts";
import { tendDeposit } from "../../src/modules/money/payments/deposits/tend-deposit.ts";
import { performSteps } from "../../src/modules/money/payments/perform/perform-payment.ts";
import type { Answer, ApiClient, Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, read } from "../harness/factories.ts";
import { runRound } from "../harness/queued-jobs.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { aBogusGateway, performing } from "./factories.ts";

const dayMs = 86_400_000;

/** A stay of 14 nights from in five days whose deposit of 500 euros is authorized two days before, and released three days after. */
export async function aDepositStay(
  service: TestService,
  given: { rental?: Json; booking?: Json; settings?: Json; gateway?: Json } = {},
) {
  const client = await service.aClient(await service.anAccount());
  const gateway = await aBogusGateway(client, given.gateway);
  const settings = { damage_deposit_authorized_before: 2, damage_deposit_released_after: 3, ...given.settings };
  await client.put(`/preferences_general_settings/${client.account}`, { preferences_general_settings: [settings] });
  const terms = { base_rate: "100", damage_deposit: "500", time_zone: "Europe/Berlin" };
  const rental = await aRental(client, { ...terms, ...given.rental });
  const guest = await aGuest(client, { fullname: "Jo Sample", emails: [{ email: "jo@example.com" }] });
  const stay = { start_at: dayAhead(5), end_at: dayAhead(19), adults: 2, booked: true, client_id: guest.id };
  return { client, gateway, rental, guest, booking: await aBooking(client, rental, { ...stay, ...given.booking }) };
}

/** The deposit as the API shows it. */
export async function depositOf(client: ApiClient, booking: Json): Promise<Json> {
  const { damage_deposit_authorization: shown } = await read(client, "bookings", booking.id);
  return typeof shown === "object" && shown !== null ? { ...shown } : {};
}

export const depositAction = (
  client: ApiClient,
  booking: Json,
  action: "authorize" | "release" | "capture",
  body: Json = {},
): Promise<Answer> => client.post(`/bookings/${booking.id}/${action}_damage_deposit`, { bookings: [body] });

/** Runs the deposit's job and its payments' as if it were `days` from now. */
export async function tendedIn(
  service: TestService,
  client: ApiClient,
  booking: Json,
  days: number,
  endpoints: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const now = Date.now() + days * dayMs;
  await service.database
    .within([client.account])
    .transaction((transaction) =>
      tendDeposit({ transaction, account: { id: client.account }, secrets: testSecrets }, Number(booking.id), now),
    );
  await performedIn(service, client, days, endpoints);
  return depositOf(client, booking);
}

/** Performs the account's due payment steps as if it were `days` from now. */
export async function performedIn(
  service: TestService,
  client: ApiClient,
  days: number,
  endpoints: Readonly<Record<string, string>> = {},
): Promise<void> {
  const due = async (): Promise<readonly number[]> => {
    const rows = await service.sql(
      "select distinct payment_id from payment_steps where account_id = $1 and state in ('queued', 'sent') and step <> 'checkout' order by 1",
      [client.account],
    );
    return rows.map(({ payment_id }) => Number(payment_id));
  };
  const context = { ...performing(service, client.account), endpoints, now: Date.now() + days * dayMs };
  // A new authorization queues the voiding of the one that it replaces.
  for (let payments = await due(), round = 0; payments.length > 0 && round < 5; payments = await due(), round++)
    for (const payment of payments) await performSteps(context, payment);
}

/** The bookings that the recurring job would tend. */
export async function dueDeposits(service: TestService, client: ApiClient): Promise<number[]> {
  const rows = await service.sql("select booking from damage_deposits_to_tend(100) where account = $1", [
    client.account,
  ]);
  return rows.map(({ booking }) => Number(booking));
}

/** Performs the due actions of the account's rules. */
export async function rulesActed(service: TestService, { account }: ApiClient): Promise<void> {
  const queue = (): Promise<unknown> =>
    service.database
      .within([account])
      .transaction((transaction) => queueJob({ transaction, account: { id: account } }, performAutomations, {}));
  expect(await runRound(service, queue, performAutomations, account)).toEqual([]);
}
