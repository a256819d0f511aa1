import { expect, onTestFinished, test, vi } from "vitest";
import { ApiClient, recordOf } from "../harness/client.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { AcknowledgedWrites } from "./acknowledged-writes.ts";
import { kill, postmasterOn, processesOn } from "./processes.ts";

// What clients do who ask again, with mirrors and payments besides, and what else can be killed, is in linked-rentals.test.ts: here
// everything is killed at once, and what the API shows is read in each of its ways.
vi.setConfig({ testTimeout: 400_000 });

const onLinux = test.runIf(process.platform === "linux");

/** A service on data of its own that is killed and started again, and clients who book all the while. */
class Place {
  readonly acknowledged = new AcknowledgedWrites();
  readonly directory: string;
  private readonly settings: Record<string, string>;
  private token = "";
  private rentals: number[] = [];

  static async open(): Promise<Place> {
    const directory = await aMigratedDirectory();
    // What a test that failed has left running.
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

  /** Lets six clients book; when so many bookings more have been acknowledged, does it, and waits until all clients have noticed. */
  async whileBooking(acknowledgements: number, disturb: () => Promise<void>): Promise<void> {
    const enough = this.acknowledged.acknowledgements + acknowledgements;
    const streams = Promise.all(
      [...this.rentals, ...this.rentals].map((rental) => this.acknowledged.stream(this.client, rental)),
    );
    await Promise.race([streams, until(() => this.acknowledged.acknowledgements >= enough)]);
    await disturb();
    await streams;
  }

  /** Each acknowledged booking is there, none twice, however one looks. What had no answer is asked for again. */
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
    // What is lost stays lost: to look once finds it as well.
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
