import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { bundled } from "../harness/bundled.ts";
import { ApiClient, type Json, recordOf } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { until } from "../harness/until.ts";
import { ended, imported } from "../imports/importing.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { kill, postmasterOn, processesOn } from "./processes.ts";

vi.setConfig({ testTimeout: 400_000 });

const onLinux = test.runIf(process.platform === "linux");
const main = join(import.meta.dirname, "..", "..", "bin", "roost.js");
const lines = 200;
const rentals = 10;
const guests = 50;
const firstDay = 22_000;
/** The line of a file at which its import is held until it is killed: most others are stored by then. */
const heldLine = 150;

const arrivalOf = (number: number): number => firstDay + Math.floor(number / rentals) * 4;

/** Stays of three nights with one between them, each paid in part. References and nights begin at `first`. */
function stays(first: number): string {
  const rows = Array.from({ length: lines }, (_, index) => {
    const number = first + index;
    const [arrival, guest] = [arrivalOf(number), number % guests];
    const dates = `${formatDay(arrival)},${formatDay(arrival + 3)}`;
    return `B${number},R${number % rentals},${dates},350,100,2026-01-06,Cash,guest${guest}@example.com,Guest ${guest}`;
  });
  const names =
    "external_reference,rental,start_at,end_at,final_price,paid_amount,paid_at,payment_method,client.email,client.fullname";
  return `${[names, ...rows].join("\n")}\n`;
}

/** A service whose imports are killed. */
class Place {
  readonly directory: string;
  readonly settings: Record<string, string>;
  readonly client: ApiClient;
  readonly account: number;
  service: Service;

  static async open(): Promise<Place> {
    const directory = await aMigratedDirectory();
    onTestFinished(async () => (await processesOn(directory)).forEach(kill));
    const settings = await plainSettings(directory);
    const service = await new Service(settings).ready();
    const { account, token } = await aToken(await serverOf(directory));
    const client = new ApiClient(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}`, token);
    const place = new Place(directory, settings, client, account, service);
    const names = Array.from({ length: rentals }, (_, index) => `R${index},Cottage ${index},100,EUR`);
    const file = `external_reference,name,base_rate,currency\n${names.join("\n")}\n`;
    expect(await imported(client, file, { kind: "rentals" })).toMatchObject({ created_count: rentals });
    return place;
  }

  private constructor(
    directory: string,
    settings: Record<string, string>,
    client: ApiClient,
    account: number,
    service: Service,
  ) {
    this.directory = directory;
    this.settings = settings;
    this.client = client;
    this.account = account;
    this.service = service;
  }

  async restart(): Promise<void> {
    await until(async () => (await processesOn(this.directory)).length === 0);
    this.service = await new Service(this.settings).ready();
  }

  /** Stored records, read past the API. */
  async stored(): Promise<Json> {
    const { rows } = await runSql(
      await serverOf(this.directory),
      `select (select count(*)::integer from bookings) as bookings, (select count(distinct external_reference)::integer from bookings) as "references",
         (select count(*)::integer from payments) as payments, (select count(*)::integer from bookings_payments) as assigned,
         (select count(*)::integer from clients) as clients, (select coalesce(sum(paid_amount), 0)::integer from bookings) as paid,
         (select count(*)::integer from imported_records where kind <> 'rentals') as imported,
         (select count(*)::integer from bookings as one join bookings as other on other.rental_id = one.rental_id
            and other.nights && one.nights and other.id > one.id) as twice`,
    );
    return rows[0];
  }

  /**
   * Keeps the import of the file that begins at `first` in its middle: an uncommitted row has the nights of one line, so that the insert of
   * this line waits. @returns ends the row's transaction
   */
  async hold(first: number): Promise<() => Promise<void>> {
    const client = new pg.Client({ ...(await serverOf(this.directory)) });
    // Its server is killed.
    client.on("error", () => undefined);
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    const number = first + heldLine;
    const nights = [formatDay(arrivalOf(number)), formatDay(arrivalOf(number) + 3)];
    // Without triggers it locks no calendar, where the import would wait before its first line.
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      `insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select account_id, id, $3, $4, true, false, 1, 'Application', 'EUR' from rentals where account_id = $1 and name = $2`,
      [this.account, `Cottage ${number % rentals}`, ...nights],
    );
    return () => client.end();
  }

  /** Waits until the import waits for the held nights. */
  async isHeld(): Promise<void> {
    const server = await serverOf(this.directory);
    await until(async () => {
      const { rowCount } = await runSql(
        server,
        "select from pg_locks where locktype = 'transactionid' and not granted",
      );
      return rowCount !== null && rowCount > 0;
    });
  }

  /** Posts a file that is applied at once, and waits until it is in its middle. @returns the import's id */
  async applyingFrom(first: number): Promise<unknown> {
    await this.hold(first);
    const file = Buffer.from(stays(first)).toString("base64");
    const answer = await this.client.post("/imports", { imports: [{ kind: "bookings", file, dry_run: false }] });
    expect(answer.status, answer.text).toBe(202);
    const { id } = recordOf(answer, "imports");
    await this.isHeld();
    expect(recordOf(await this.client.get(`/imports/${id}`), "imports").state).toBe("applying");
    return id;
  }
}

/** Imports a file by the command line. */
function commandOf({ account, settings }: Place, path: string) {
  const words = ["import", path, "--account", String(account), "--kind", "bookings", "--apply", "--json"];
  const environment = { ...bundled(), PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  return spawn(process.execPath, [main, ...words], { env: environment, stdio: ["ignore", "ignore", "pipe"] });
}

/** The records of so many imported files. */
const whole = (files: number): Json => ({
  ...{ bookings: lines * files, references: lines * files, payments: lines * files, assigned: lines * files },
  ...{ clients: files === 0 ? 0 : guests, paid: 100 * lines * files, imported: 2 * lines * files, twice: 0 },
});

onLinux(
  "an import whose service, database or command is killed leaves nothing half imported, goes on or is repeated, and is whole and single",
  async () => {
    const place = await Place.open();
    const first = await place.applyingFrom(0);
    [place.service.process.pid ?? 0, ...(await processesOn(place.directory))].forEach(kill);
    await place.service.ended;
    await place.restart();
    // Only the run that goes on can store something, and all of it.
    expect([whole(0), whole(1)]).toContainEqual(await place.stored());
    expect(await ended(place.client, first)).toMatchObject({ state: "applied", created_count: lines, error: null });
    expect(await place.stored()).toEqual(whole(1));

    const second = await place.applyingFrom(lines);
    kill(await postmasterOn(place.directory));
    await place.service.ended;
    await place.restart();
    expect([whole(1), whole(2)]).toContainEqual(await place.stored());
    expect(await ended(place.client, second)).toMatchObject({ state: "applied", created_count: lines, error: null });
    expect(await place.stored()).toEqual(whole(2));

    const release = await place.hold(2 * lines);
    const path = join(place.directory, "bookings.csv");
    await writeFile(path, stays(2 * lines));
    const killed = commandOf(place, path);
    await place.isHeld();
    kill(killed.pid ?? 0);
    await until(() => killed.signalCode === "SIGKILL");
    await release();
    expect(await place.stored()).toEqual(whole(2));
    const repeated = commandOf(place, path);
    expect(await new Promise((resolve) => repeated.on("close", resolve))).toBe(0);
    expect(await place.stored()).toEqual(whole(3));

    expect(await imported(place.client, stays(0))).toMatchObject({ created_count: 0, unchanged_count: lines });
    expect(await place.stored()).toEqual(whole(3));
  },
);
