import { expect } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";

/** A stay that a client requested, with the client's own reference. */
interface Entry {
  readonly reference: string;
  readonly rental: number;
  readonly stay: Json;
  /** The acknowledgement, if the service sent one. */
  acknowledged?: Json;
  /** A cancelation was requested, and maybe acknowledged. */
  cancelation?: "asked" | "acknowledged";
}

/** The clients' record of every requested stay and its response. */
export class AcknowledgedWrites {
  readonly entries: Entry[] = [];
  acknowledgements = 0;
  private readonly nights = new Map<number, number>();

  /** Books stays one after another, and cancels some, until the service is gone. */
  async stream(client: ApiClient, rental: number): Promise<void> {
    try {
      for (;;) {
        const entry = this.enter(rental);
        await this.book(client, entry);
        if (this.entries.length % 5 === 0) await this.cancel(client, entry);
      }
    } catch (error) {
      // A kill breaks the connection; any other error fails the test.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Repeats requests without a response, which may or may not have been stored. */
  async settle(client: ApiClient): Promise<void> {
    for (const entry of this.entries) {
      if (!entry.acknowledged) await this.bookAgain(client, entry);
      else if (entry.cancelation === "asked") await this.cancel(client, entry);
    }
  }

  private enter(rental: number): Entry {
    const night = this.nights.get(rental) ?? 0;
    this.nights.set(rental, night + 1);
    const entry = {
      reference: `stay-${this.entries.length}`,
      rental,
      stay: {
        start_at: dateAfter(night),
        end_at: dateAfter(night + 1),
        external_reference: `stay-${this.entries.length}`,
      },
    };
    this.entries.push(entry);
    return entry;
  }

  private async book(client: ApiClient, entry: Entry): Promise<void> {
    const answer = await client.post(`/rentals/${entry.rental}/bookings`, {
      bookings: [{ ...entry.stay, bookings_fees: [{ name: "Linen", kind: "other", price: "12" }] }],
    });
    if (answer.status === 503) throw new TypeError("The service answered, and its database was gone.");
    expect(answer.status, answer.text).toBe(201);
    entry.acknowledged = recordOf(answer, "bookings");
    this.acknowledgements++;
  }

  private async bookAgain(client: ApiClient, entry: Entry): Promise<void> {
    const answer = await client.post(`/rentals/${entry.rental}/bookings`, { bookings: [entry.stay] });
    if (answer.status === 201) {
      entry.acknowledged = recordOf(answer, "bookings");
      return;
    }
    entry.acknowledged = recordOf(await client.get(`/bookings/${takenBy(answer)}`), "bookings");
    expect(entry.acknowledged.external_reference).toBe(entry.reference);
  }

  private async cancel(client: ApiClient, entry: Entry): Promise<void> {
    entry.cancelation = "asked";
    const answer = await client.delete(`/bookings/${entry.acknowledged?.id}`);
    if (answer.status === 503) throw new TypeError("The service answered, and its database was gone.");
    expect(answer.status, answer.text).toBe(204);
    entry.cancelation = "acknowledged";
    entry.acknowledged = { ...entry.acknowledged, status: "Canceled" };
    this.acknowledgements++;
  }

  /** Compares the acknowledgements with the service's lists, batches and single reads. */
  async compare(client: ApiClient, rentals: readonly number[]): Promise<void> {
    const list = await listOf(client, rentals);
    const references = list.map((record) => record.external_reference);
    expect(new Set(references).size, "none is doubled").toBe(references.length);
    const asked = new Set<unknown>(this.entries.map(({ reference }) => reference));
    expect(references.filter((reference) => !asked.has(reference))).toEqual([]);

    const byReference = new Map(list.map((record) => [record.external_reference, record]));
    const told = this.entries.filter(({ acknowledged }) => acknowledged !== undefined);
    const kept = told.map(({ reference, cancelation }) => known(byReference.get(reference), cancelation));
    expect(kept).toEqual(told.map(({ acknowledged, cancelation }) => known(acknowledged, cancelation)));

    for (let from = 0; from < list.length; from += 100) {
      const some = list.slice(from, from + 100);
      const batch = await client.get(`/bookings/${some.map(({ id }) => id).join(",")}`);
      expect(recordsOf(batch, "bookings")).toEqual(some);
    }
    for (const record of list.slice(-20))
      expect(recordOf(await client.get(`/bookings/${record.id}`), "bookings")).toEqual(record);
  }
}

/** The expected state of an acknowledged booking. A cancelation without a response may or may not have happened. */
function known(record: Json | undefined, cancelation: Entry["cancelation"]): Json {
  const { id, start_at, end_at, reference, final_price } = record ?? {};
  return { id, start_at, end_at, reference, final_price, status: cancelation === "asked" ? undefined : record?.status };
}

/** Every booking of the rentals, including canceled ones. */
async function listOf(client: ApiClient, rentals: readonly number[]): Promise<Json[]> {
  const records: Json[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.get(`/bookings?rental_id=${rentals.join(",")}&include_canceled=true&page=${page}`);
    expect(answer.status, answer.text).toBe(200);
    records.push(...recordsOf(answer, "bookings"));
    if (page >= Number(answer.headers.get("x-total-pages"))) return records;
  }
}

function takenBy(answer: Answer): number {
  const text = JSON.stringify(errorsOf(answer));
  const named = /the nights are taken by booking ([0-9A-Z]{6,})"/.exec(text)?.[1];
  if (answer.status !== 422 || named === undefined)
    throw new Error(`Neither booked nor taken: ${answer.status} ${answer.text}`);
  return Number.parseInt(named, 36);
}

function dateAfter(night: number): string {
  return new Date(Date.UTC(2031, 0, 1) + night * 86_400_000).toISOString().slice(0, 10);
}
