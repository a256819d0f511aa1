import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../concurrency/load.ts";
import { type Answer, type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { undefinedWhenBroken } from "./feed-reader.ts";

/** A request and its outcome, which is unknown if the connection broke. */
export interface Written {
  readonly account: number;
  /** The event type expected if the request succeeds. */
  readonly type: string;
  readonly outcome: "done" | "refused" | "unknown";
  readonly requestId: string | null;
  /** The written record, if the response names it. */
  readonly record: unknown;
}

/** The state that an account's writers share. */
export interface Ground {
  readonly account: number;
  readonly client: ApiClient;
  readonly rentals: readonly unknown[];
  readonly season: unknown;
}

/** The first bookable night. Each writer books a separate range of nights, by its number. */
const season = Date.UTC(2040, 0, 1);
const day = 86_400_000;
const nightsOfWriter = 400;

/** One connection that writes its own records and some that all writers of its account share. */
export class Writer {
  readonly written: Written[] = [];
  readonly surprises: string[] = [];
  private readonly ground: Ground;
  private readonly number: number;
  private readonly random: Random;
  private readonly guests: unknown[] = [];
  private readonly stays: unknown[] = [];
  private count = 0;

  constructor(ground: Ground, number: number, random: Random) {
    this.ground = ground;
    this.number = number;
    this.random = random;
  }

  /** Sends requests until this many got a response. */
  async work(steps: number): Promise<void> {
    for (let answered = 0; answered < steps; ) if (await this.step()) answered++;
  }

  private step(): Promise<boolean> {
    const word = `${this.number}-${this.count++}`;
    const { random, ground } = this;
    const [guest, stay, rental] = [random.pick(this.guests), random.pick(this.stays), random.pick(ground.rentals)];
    const step = random.below(12);
    if (!guest || step < 2) return this.make("client.created", "/clients", "clients", { fullname: `Guest ${word}` });
    if (!stay || step < 4) return this.make("booking.created", `/rentals/${rental}/bookings`, "bookings", this.stay());
    if (step < 5) return this.change("client.updated", "clients", guest, { notes: `Note ${word}` });
    if (step < 6) return this.change("booking.updated", "bookings", stay, { notes: `Note ${word}` });
    if (step < 7) return this.cancel(stay);
    if (step < 8) return this.change("rental.updated", "rentals", rental, { name: `Rental ${word}` });
    if (step < 9) return this.change("season.updated", "seasons", ground.season, { ratio_percentage: this.percent() });
    // Refused after its transaction has already written.
    if (step < 10) return this.bulk(word, "refused");
    if (step < 11) return this.bulk(word, "done");
    return this.make("client.created", "/clients", "clients", { fullname: `Refused ${word}`, emails: "none" });
  }

  private async make(type: string, path: string, root: string, attributes: Json): Promise<boolean> {
    const answer = await this.send("POST", path, { [root]: [attributes] }, type);
    if (answer?.status === 201) (root === "clients" ? this.guests : this.stays).push(recordOf(answer, root).id);
    return answer !== undefined;
  }

  private async change(type: string, root: string, id: unknown, attributes: Json): Promise<boolean> {
    return (await this.send("PUT", `/${root}/${id}`, { [root]: [attributes] }, type, id)) !== undefined;
  }

  private async cancel(stay: unknown): Promise<boolean> {
    this.stays.splice(this.stays.indexOf(stay), 1);
    return (await this.send("DELETE", `/bookings/${stay}`, undefined, "booking.canceled", stay)) !== undefined;
  }

  /** Creates two clients in one transaction. To be refused, it adds a third operation that fails. */
  private async bulk(word: string, outcome: "done" | "refused"): Promise<boolean> {
    const client = (fullname: string): Json => ({
      method: "POST",
      path: "/clients",
      body: { clients: [{ fullname }] },
    });
    const name = outcome === "done" ? "Together" : "Refused";
    const operations = [client(`${name} ${word} a`), client(`${name} ${word} b`)];
    if (outcome === "refused") operations.push({ method: "DELETE", path: "/bookings/999999999" });
    return (await this.send("POST", "/bulk", { operations, atomic: true }, `bulk ${outcome}`)) !== undefined;
  }

  private async send(
    method: string,
    path: string,
    body: Json | undefined,
    type: string,
    id?: unknown,
  ): Promise<Answer | undefined> {
    const answer = await this.ground.client.send(method, path, body).catch(undefinedWhenBroken);
    const { account } = this.ground;
    if (!answer || answer.status >= 500) {
      this.written.push({ account, type, outcome: "unknown", requestId: null, record: id });
      await wait(50);
      return undefined;
    }
    const outcome = answer.status < 300 ? "done" : "refused";
    const record = answer.status === 201 ? idIn(answer) : id;
    this.written.push({ account, type, outcome, requestId: answer.headers.get("x-request-id"), record });
    const expected = answer.status < 300 || [404, 409, 422].includes(answer.status);
    if (!expected) this.surprises.push(`${type}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  /** Uses a different night each time, so that no booking conflicts with another. */
  private stay(): Json {
    const night = season + (this.number * nightsOfWriter + this.count) * day;
    const date = (time: number): string => new Date(time).toISOString().slice(0, 10);
    return { start_at: date(night), end_at: date(night + day), adults: 1 + this.random.below(4) };
  }

  private percent(): string {
    return String(50 + this.random.below(100));
  }
}

/** The id of the record in a response. */
function idIn({ json }: Answer): unknown {
  const [records] = Object.values(json).filter((value) => Array.isArray(value));
  return Object(records?.[0]).id;
}
