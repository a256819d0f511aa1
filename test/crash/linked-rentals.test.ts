import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { Random } from "../concurrency/load.ts";
import { StripeStandIn } from "../gateways/stripe-stand-in.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { aFee, aRental, aRentalsFee, created } from "../harness/factories.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { checkAcknowledged, checkBookings } from "./check-bookings.ts";
import { checkMoney } from "./check-money.ts";
import { type Market, PersistentClients } from "./persistent-clients.ts";
import { backendsOn, kill, postmasterOn, processesOn } from "./processes.ts";

// Twenty seconds on an idle machine.
vi.setConfig({ testTimeout: 400_000 + 20_000 * Number(process.env.ROOST_CRASH_ROUNDS ?? 0) });

const onLinux = test.runIf(process.platform === "linux");
const rounds = Number(process.env.ROOST_CRASH_ROUNDS ?? 3);

/** A service that is killed in various ways and restarted, and a gateway that keeps running. */
class Place {
  readonly gateway = new StripeStandIn();
  readonly directory: string;
  private readonly settings: Record<string, string>;
  private service: Service | undefined;

  static async open(): Promise<Place> {
    const directory = await aMigratedDirectory();
    // A failed test may leave these running.
    onTestFinished(async () => (await processesOn(directory)).forEach(kill));
    const place = new Place(directory, await plainSettings(directory));
    place.settings.ROOST_STRIPE_URL = await place.gateway.listen();
    onTestFinished(() => place.gateway.close());
    await place.start();
    return place;
  }

  private constructor(directory: string, settings: Record<string, string>) {
    this.directory = directory;
    this.settings = settings;
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings.ROOST_HTTP_PORT}`;
  }

  private get running(): Service {
    if (!this.service) throw new Error("The service was not started.");
    return this.service;
  }

  /** Fails if the service exits by itself. */
  get lives(): boolean {
    expect(this.running.lives, this.running.err).toBe(true);
    return true;
  }

  private async start(): Promise<void> {
    this.service = await new Service(this.settings).ready();
  }

  /** Kills the round's target. */
  async crash(round: number): Promise<void> {
    this.gateway.misbehave("drop after");
    this.gateway.misbehave("500");
    expect(this.running.complaints).toEqual([]);
    if (round % 3 === 0) await this.crashService();
    else if (round % 3 === 1) await this.crashBackend();
    else await this.crashDatabase();
  }

  /** Its PostgreSQL exits with it, before the next start. */
  private async crashService(): Promise<void> {
    const postmaster = await postmasterOn(this.directory);
    await this.running.signal("SIGKILL");
    await this.start();
    expect(await processesOn(this.directory)).not.toContain(postmaster);
  }

  /** All other backends restart, and the service survives until its next kill. */
  private async crashBackend(): Promise<void> {
    const [backend] = await backendsOn(this.directory);
    if (backend === undefined) throw new Error("The service has no connection.");
    kill(backend);
  }

  private async crashDatabase(): Promise<void> {
    kill(await postmasterOn(this.directory));
    expect(await this.running.ended).toEqual({ code: 1, signal: null });
    expect(this.running.complaints).toEqual([
      expect.stringMatching(/^PostgreSQL stopped unexpectedly \(it was ended by SIGKILL/),
    ]);
    await this.start();
  }

  /** A clean stop, as by an operator. */
  async startAgain(): Promise<void> {
    await this.end();
    await this.start();
  }

  async end(): Promise<void> {
    expect(await this.running.signal("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(this.running.complaints).toEqual([]);
  }

  sql = async (text: string): Promise<Json[]> => (await runSql(await serverOf(this.directory), text)).rows;

  /**
   * Waits until no payment waits for the gateway. A step that died with a process is retried a minute later, so this moves the minute
   * into the past and restarts the service. Another process takes over a killed one's jobs within half a minute (docs/design/jobs.md).
   */
  async settle(): Promise<void> {
    const open = "select count(*)::int as count from payment_steps where state in ('queued', 'sent')";
    for (let tries = 0; tries < 5; tries++) {
      await this.sql(
        "update payment_steps set sent_at = sent_at - interval '2 hours', due_at = due_at - interval '2 hours' where state in ('queued', 'sent')",
      );
      await this.startAgain();
      for (let looks = 0; looks < 160; looks++) {
        const [left] = await this.sql(open);
        if (left?.count === 0) return;
        await wait(250);
      }
    }
    throw new Error("Payments are left that wait for the gateway.");
  }
}

/** Six rentals with fees, taxes and a policy: 1 to 3 are linked, 3 to 5 are linked, and 6 is alone. */
async function aMarket(place: Place): Promise<Market> {
  const { token } = await aToken(await serverOf(place.directory));
  const client = new ApiClient(place.url, token);
  const cleaning = await aFee(client);
  const city = await created(client, "/taxes", "taxes", {
    name_en: "City tax",
    kind: "city",
    percentage: "7",
    start_date: "2020-01-01",
  });
  const items = [
    { eligible_days: 60, penalty_percentage: "50" },
    { eligible_days: 7, penalty_percentage: "100" },
  ];
  await created(client, "/rental_cancelation_policies", "rental_cancelation_policies", {
    rental_cancelation_policy_items: items,
  });
  const rentals: number[] = [];
  for (const name of ["Villa", "Garden", "Tower", "Mill", "Lodge", "Hut"]) {
    const rental = await aRental(client, { name });
    await aRentalsFee(client, rental, cleaning, { status: "required" });
    const levied = { tax_id: city.id, tax_included_in_rate: false };
    await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", levied);
    rentals.push(Number(rental.id));
  }
  for (const rental_ids of [rentals.slice(0, 3), rentals.slice(2, 4), rentals.slice(3, 5)])
    await created(client, "/rental_link_groups", "rental_link_groups", { rental_ids });
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    name: "Cards",
    gateway_name: "stripe",
    credentials: {
      secret_key: "sk_test_Kq8vTz3mWn5x1234",
      publishable_key: "pk_test_Jb4cRd6fYh7k",
      webhook_secret: "whsec_Lp9sXg2uEo8r5678",
    },
    supported_cardtypes: ["visa"],
    supported_currencies: ["EUR"],
  });
  return { client, rentals, gateway: Number(gateway.id) };
}

onLinux(
  "sixteen clients book, move, cancel and pay for linked rentals while the service and its database are killed: nothing is lost, sold or charged twice",
  async () => {
    const place = await Place.open();
    const clients = new PersistentClients(await aMarket(place));
    for (let number = 0; number < 16; number++) clients.start(new Random(11_000 + number));
    const someAnswers = async (): Promise<void> => {
      const enough = clients.answers + 40;
      await Promise.race([clients.failure, until(() => place.lives && clients.answers >= enough)]);
    };
    for (let round = 0; round < rounds; round++) {
      await someAnswers();
      await place.crash(round);
    }
    await someAnswers();
    const kinds = () => new Set(place.gateway.ledger.map(({ kind }) => kind));
    for (let more = 0; more < 20 && kinds().size < 3; more++) await someAnswers();
    await Promise.race([clients.stop(), wait(60_000, undefined, { ref: false })]);
    expect([...clients.unanswered]).toEqual([]);
    expect(clients.surprises).toEqual([]);
    expect(clients.retries).toBeGreaterThan(0);

    await place.settle();
    const server = await serverOf(place.directory);
    await checkBookings(server);
    await checkAcknowledged(server, clients.asked);
    const payments = clients.asked.flatMap((asked) => asked.payments);
    await checkMoney(server, place.gateway.ledger, payments);
    expect([...kinds()].toSorted(), "each was done at least once").toEqual(["cancel", "capture", "charge"]);
    await place.end();
  },
);
