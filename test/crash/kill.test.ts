import { expect, onTestFinished, test, vi } from "vitest";
import { ApiClient, recordOf } from "../harness/client.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { AcknowledgedWrites } from "./acknowledged-writes.ts";
import { kill, postmasterOn, processesOn } from "./processes.ts";

// Kills everything at once and reads the API in each of its ways. linked-rentals.test.ts has retrying clients, mirrors, payments and
// other kinds of kills.
vi.setConfig({ testTimeout: 400_000 });

const onLinux = test.runIf(process.platform === "linux");

/** A service with its own data that is killed and restarted while clients book. */
class Place {
  readonly acknowledged = new AcknowledgedWrites();
  readonly directory: string;
  private readonly settings: Record<string, string>;
  private token = "";
  private rentals: number[] = [];

  static async open(): Promise<Place> {
    const directory = await aMigratedDirectory();
    // A failed test may leave these running.
    onTestFinished(async () => (await processesOn(directory)).forEach(kill));
    return new Place(directory, await plainSettings(directory));
  }

  private constructor(directory: string, settings: Record<string, string>) {
    this.directory = directory;
    this.settings = settings;
  }

  get client(): ApiClient {
    return new ApiClient(`http://127.0.0.1:${this.settings.ROOST_HTTP_PORT}`, this.token);
  }

  async start(): Promise<Service> {
    const service = await new Service(this.settings).ready();
    if (this.token !== "") return service;
    this.token = (await aToken(await serverOf(this.directory))).token;
    for (const name of ["Cottage", "Mill", "Lodge"]) {
      this.rentals.push(Number(recordOf(await this.client.post("/rentals", { rentals: [{ name }] }), "rentals").id));
    }
    return service;
  }

  /** Lets six clients book, runs `kill` after this many further acknowledgements, and waits until all clients notice. */
  async whileBooking(acknowledgements: number, disturb: () => Promise<void>): Promise<void> {
    const enough = this.acknowledged.acknowledgements + acknowledgements;
    const streams = Promise.all(
      [...this.rentals, ...this.rentals].map((rental) => this.acknowledged.stream(this.client, rental)),
    );
    await Promise.race([streams, until(() => this.acknowledged.acknowledgements >= enough)]);
    await disturb();
    await streams;
  }

  /** Every acknowledged booking exists exactly once in every view. Repeats requests without a response. */
  async check(): Promise<void> {
    await this.acknowledged.compare(this.client, this.rentals);
    await this.acknowledged.settle(this.client);
  }
}

onLinux(
  "twice everything is killed while stays are booked, then PostgreSQL's main process, with which the service ends, with one line: what was acknowledged is there, and nothing twice",
  async () => {
    const index = await Place.open();
    let service = await index.start();
    for (const acknowledgements of [15, 5]) {
      await index.whileBooking(acknowledgements, async () => {
        const all = [service.process.pid ?? 0, ...(await processesOn(index.directory))];
        all.forEach(kill);
        await service.ended;
        await until(async () => (await processesOn(index.directory)).length === 0);
      });
      service = await index.start();
    }
    // A lost booking stays lost, so one check suffices.
    await index.check();
    expect(index.acknowledged.acknowledgements).toBeGreaterThan(18);

    const left = service;
    await index.whileBooking(20, async () => {
      kill(await postmasterOn(index.directory));
      expect(await left.ended).toEqual({ code: 1, signal: null });
    });
    expect(left.complaints).toEqual([
      expect.stringMatching(/^PostgreSQL stopped unexpectedly \(it was ended by SIGKILL/),
    ]);
    service = await index.start();
    await index.check();
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  },
);
