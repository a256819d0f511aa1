import { expect, onTestFinished, test, vi } from "vitest";
import { ApiClient, type Json, recordOf } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { until } from "../harness/until.ts";
import { letterhead } from "../invoices/factories.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { issuedInvoices, problemsOf } from "./check-invoices.ts";
import { backendsOn, kill, postmasterOn, processesOn } from "./processes.ts";

vi.setConfig({ testTimeout: 400_000 });

const onLinux = test.runIf(process.platform === "linux");
const writers = 32;

/** A transaction fails after it has taken its number: one in eight. */
const failing = `create sequence failures;
  create function fail_sometimes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    if nextval('failures') % 8 = 0 then raise exception 'put in by the test'; end if;
    return null;
  end $$;
  create trigger zz_fails after insert on invoices for each row execute function fail_sometimes()`;

/** The fault: numbers from a sequence, which no rollback returns. */
const sequenced = `create sequence faulty_numbers;
  select setval('faulty_numbers', (select max(position) from invoices));
  create function number_by_sequence() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    new.position := nextval('faulty_numbers');
    return new;
  end $$;
  create trigger aa_numbered before insert on invoices for each row execute function number_by_sequence()`;

/** A service whose clients issue and credit invoices while it is killed. */
class Office {
  private readonly directory: string;
  private readonly settings: Record<string, string>;
  private service: Service | undefined;
  private token = "";
  private bookings: Json[] = [];
  /** Numbers by id, as acknowledged. */
  readonly acknowledged = new Map<number, string>();
  private stopped = false;

  static async open(): Promise<Office> {
    const directory = await aMigratedDirectory();
    // A failed test may leave these running.
    onTestFinished(async () => (await processesOn(directory)).forEach(kill));
    const office = new Office(directory, await plainSettings(directory));
    await office.start();
    await office.furnish();
    return office;
  }

  private constructor(directory: string, settings: Record<string, string>) {
    this.directory = directory;
    this.settings = settings;
  }

  private get client(): ApiClient {
    return new ApiClient(`http://127.0.0.1:${this.settings.ROOST_HTTP_PORT}`, this.token);
  }

  async start(): Promise<void> {
    this.service = await new Service(this.settings).ready();
  }

  /** A letterhead, and a booking for each writer. */
  private async furnish(): Promise<void> {
    const { token, account } = await aToken(await serverOf(this.directory));
    this.token = token;
    const settings = { preferences_general_settings: [letterhead] };
    expect((await this.client.put(`/preferences_general_settings/${account}`, settings)).status).toBe(200);
    const rental = await aRental(this.client);
    const guest = await created(this.client, "/clients", "clients", { fullname: "Ada Guest" });
    for (let year = 2030; year < 2030 + writers; year++) {
      const stay = { start_at: `${year}-01-04`, end_at: `${year}-01-08`, initial_price: "1000", client_id: guest.id };
      this.bookings.push(await aBooking(this.client, rental, stay));
    }
  }

  /** Lets all writers issue until this many further invoices are acknowledged, then disturbs them. */
  async whileIssuing(acknowledgements: number, disturb: () => Promise<void>): Promise<void> {
    const enough = this.acknowledged.size + acknowledgements;
    this.stopped = false;
    const all = Promise.all(this.bookings.map((booking) => this.write(booking)));
    await until(() => this.acknowledged.size >= enough);
    await disturb();
    this.stopped = true;
    await all;
  }

  /** Issues deposit invoices and credits them. A request without an answer may or may not have issued one. */
  private async write(booking: Json): Promise<void> {
    for (let broken = 0; !this.stopped && broken < 3; ) {
      try {
        const body = { invoices: [{ kind: "deposit", amount: "1" }] };
        const issued = await this.client.post(`/bookings/${booking.id}/invoices`, body);
        if (issued.status !== 201) continue;
        const invoice = recordOf(issued, "invoices");
        this.acknowledge(invoice);
        const credited = await this.client.post(`/invoices/${invoice.id}/credit`, { invoices: [{}] });
        if (credited.status === 201) this.acknowledge(recordOf(credited, "invoices"));
      } catch {
        // The connection broke: the service was killed.
        broken++;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  }

  private acknowledge({ id, number }: Json): void {
    this.acknowledged.set(Number(id), String(number));
  }

  async killService(): Promise<void> {
    await this.service?.signal("SIGKILL");
    await until(async () => (await processesOn(this.directory)).length === 0);
  }

  async killBackend(): Promise<void> {
    const [backend] = await backendsOn(this.directory);
    if (backend !== undefined) kill(backend);
  }

  async killDatabase(): Promise<void> {
    kill(await postmasterOn(this.directory));
    await this.service?.ended;
  }

  end = async (): Promise<unknown> => this.service?.signal("SIGTERM");

  sql = async (text: string): Promise<Json[]> => (await runSql(await serverOf(this.directory), text)).rows;

  /** No gap, no number twice, none without its document, and every acknowledged number is there. */
  async check(): Promise<void> {
    const rows = await this.sql(issuedInvoices);
    expect(problemsOf(rows)).toEqual([]);
    const stored = new Map(rows.map(({ id, number }) => [id, number]));
    for (const [id, number] of this.acknowledged) expect(stored.get(id)).toBe(number);
  }
}

onLinux(
  "32 writers of invoices leave no gap, no number twice and none without its document, whatever is killed; numbers from a sequence would",
  async () => {
    const office = await Office.open();
    await office.sql(failing);
    await office.whileIssuing(40, () => office.killService());
    await office.start();
    await office.check();
    await office.whileIssuing(40, () => office.killBackend());
    await office.check();
    await office.whileIssuing(40, () => office.killDatabase());
    await office.start();
    await office.check();

    await office.sql(sequenced);
    await office.whileIssuing(20, async () => {});
    const found = problemsOf(await office.sql(issuedInvoices));
    expect(found).toContainEqual(expect.stringMatching(/is at position \d+ instead of/));
    expect(await office.end()).toEqual({ code: 0, signal: null });
  },
);
