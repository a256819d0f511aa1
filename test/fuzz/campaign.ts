import fc from "fast-check";
import type { Json } from "../harness/client.ts";
import { aFixture, type Fixture, type Ids, sharedRecords } from "../harness/fixture.ts";
import { fullScopes, type TestService } from "../harness/service.ts";
import { StallWatch } from "../harness/stall-watch.ts";
import { Sampler } from "../openapi/sampler.ts";
import { Judge } from "./judge.ts";
import { LoopWatch } from "./loop-watch.ts";
import { type FuzzedOperation, operationsOf } from "./operations.ts";
import { type Plan, plan } from "./plan.ts";
import { requestOf, type Surroundings, type WireRequest } from "./request.ts";
import { existingId, idFor, seedFor, unanswered } from "./seeds.ts";
import { curlOf, hangUp, send, type WireAnswer } from "./send.ts";
import { whatIsLeft } from "./written.ts";

/** A request with a faulty response, shrunk as far as possible. */
export interface Failure {
  readonly route: string;
  readonly fault: string;
  readonly curl: string;
}

/** A campaign's findings. */
export interface Findings {
  readonly requests: number;
  readonly byClass: ReadonlyMap<string, number>;
  /** Requested routes, and those of them that succeeded at least once. */
  readonly reached: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  /** The last response of each other route. */
  readonly lastRefusals: ReadonlyMap<string, string>;
  readonly operations: number;
  readonly failures: readonly Failure[];
  /** The slowest request, in milliseconds. */
  readonly slowest: { readonly took: number; readonly route: string };
  /** The request that blocked all other clients longest, in milliseconds. */
  readonly maxWait: { readonly took: number; readonly route: string };
}

/** Requests per account; deletions and refusals use up its records. */
const perAccount = 400;
/** The number of failures to examine per route. */
const perRoute = 2;

/** A campaign's limits: the number of requests, their seed, and a time limit. */
export interface Bounds {
  readonly requests: number;
  readonly seed: number;
  readonly seconds: number;
}

/** Sends requests and judges each; writes must be noted in the database (`noteWrites`). */
export async function campaign(
  service: TestService,
  document: Json,
  { requests, seed, seconds }: Bounds,
): Promise<Findings> {
  const fuzzer = new Fuzzer(service, document);
  const plans = fc.sample(plan, { numRuns: requests, seed });
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  for (const one of plans) {
    if (performance.now() > end) break;
    if (sent % perAccount === 0) await fuzzer.moveIn();
    await fuzzer.attempt(one);
    sent++;
  }
  hangUp();
  return fuzzer.findings(sent);
}

class Fuzzer {
  private readonly service: TestService;
  private readonly operations: readonly FuzzedOperation[];
  private readonly judge: Judge;
  private readonly watch = new LoopWatch();
  private readonly document: Json;
  private readonly byClass = new Map<string, number>();
  private readonly reached = new Set<string>();
  private readonly done = new Set<string>();
  private readonly lastRefusals = new Map<string, string>();
  private readonly failures: Failure[] = [];
  private slowest = { took: 0, route: "" };
  private readonly stalls = new StallWatch();
  private maxWait = { took: 0, route: "" };
  private shared: Ids | undefined;
  private fixture: Fixture | undefined;
  private surroundings: Surroundings | undefined;

  constructor(service: TestService, document: Json) {
    this.service = service;
    this.document = document;
    this.operations = operationsOf(document);
    this.judge = new Judge(document);
  }

  /** Continues in a new account with one record of each kind. */
  async moveIn(): Promise<void> {
    this.shared ??= await sharedRecords(this.service);
    const client = await this.service.aClient(await this.service.anAccount(), { scopes: fullScopes });
    await this.service.sql("update applications set rate_limit = 1000000000");
    this.fixture = await aFixture(this.service, this.shared, client);
    const additional = await unanswered(this.fixture);
    this.surroundings = surroundingsOf(this.document, {
      ...this.fixture,
      ids: new Map([...this.fixture.ids, ...additional]),
    });
    await whatIsLeft(this.service);
  }

  /** Sends a planned request. Shrinks and keeps a failure. */
  async attempt(one: Plan): Promise<void> {
    const { operation, route } = this.operationOf(one);
    const found = await this.fault(one);
    this.reached.add(route);
    if (found.answer) {
      const { status, took } = found.answer;
      const name = `${Math.floor(status / 100)}xx`;
      this.byClass.set(name, (this.byClass.get(name) ?? 0) + 1);
      if (status < 300) this.done.add(route);
      else if (one.mutations.length === 0) this.lastRefusals.set(route, `${status} ${found.answer.text}`);
      if (took > this.slowest.took) this.slowest = { took, route };
    }
    if (found.fault === undefined) return;
    if (this.failures.filter((failure) => failure.route === route).length >= perRoute) return;
    const small = await this.smaller(one, found.fault);
    const curl = curlOf(this.service.url, this.wire(small, operation));
    this.failures.push({ route, fault: found.fault, curl });
  }

  findings(requests: number): Findings {
    const { byClass, reached, done, lastRefusals, failures, slowest, maxWait } = this;
    const { length: operations } = this.operations;
    return { requests, byClass, reached, done, lastRefusals, failures, slowest, maxWait, operations };
  }

  private operationOf(one: Plan): { operation: FuzzedOperation; route: string } {
    const operation = this.operations[one.operation % this.operations.length];
    if (!operation) throw new Error("The document has no operations.");
    return { operation, route: `${operation.method} ${operation.path}` };
  }

  private wire(one: Plan, operation: FuzzedOperation): WireRequest {
    if (!this.surroundings) throw new Error("There is no account yet.");
    return requestOf(one, operation, this.surroundings);
  }

  /** The fault in a planned request's response or in what it left behind. */
  private async fault(one: Plan): Promise<{ fault: string | undefined; answer: WireAnswer | undefined }> {
    const { operation, route } = this.operationOf(one);
    const wire = this.wire(one, operation);
    this.watch.begin();
    this.stalls.begin();
    const answer = await send(this.service.url, wire).catch((error: unknown) => String(error));
    const wait = this.stalls.end();
    if (wait > this.maxWait.took) this.maxWait = { took: wait, route };
    const blocked = await this.watch.blocked();
    if (typeof answer === "string") return { fault: `breaks the connection: ${answer}`, answer: undefined };
    const limited = wire.path.includes("fields=") || (wire.body?.includes('"fields"') ?? false);
    const fault = this.judge.fault(operation, answer, limited) ?? (await this.leftBehind(operation, answer)) ?? blocked;
    return { fault, answer };
  }

  /** The tables that a refused request wrote. */
  private async leftBehind({ method }: FuzzedOperation, { status }: WireAnswer): Promise<string | undefined> {
    if (method === "GET") return undefined;
    const left = await whatIsLeft(this.service);
    return status >= 400 && left.length > 0 ? `answers ${status}, and has written ${left.join(", ")}` : undefined;
  }

  /** Shrinks a failure by omitting each part that it does not need. */
  private async smaller(one: Plan, fault: string): Promise<Plan> {
    const kind = fault.slice(0, 25);
    let small = one;
    for (const candidate of candidates(one)) {
      const next = candidate(small);
      const found = await this.fault(next);
      if (found.fault?.startsWith(kind)) small = next;
    }
    return small;
  }
}

/** Ways to make a plan smaller. */
function candidates({ mutations, query }: Plan): ((one: Plan) => Plan)[] {
  return [
    (one) => ({ ...one, header: undefined }),
    (one) => ({ ...one, framing: undefined }),
    (one) => ({ ...one, unknownParameter: undefined }),
    (one) => ({ ...one, parts: undefined }),
    (one) => ({ ...one, base64: undefined }),
    (one) => ({ ...one, ids: [] }),
    ...mutations.map((left) => (one: Plan) => ({ ...one, mutations: one.mutations.filter((other) => other !== left) })),
    ...query.map((left) => (one: Plan) => ({ ...one, query: one.query.filter((other) => other !== left) })),
  ];
}

/** The values that complete plans, from an account's records. */
function surroundingsOf(document: Json, { client, ids }: Fixture): Surroundings {
  const sampler = new Sampler(document, (property) => existingId(ids, property));
  return {
    token: client.token ?? "",
    idOf: (operation, name) => idFor(ids, operation, name),
    seedOf: (operation) => seedFor(ids, operation),
    allowed: ({ query }, parameter) => {
      const { name, schema } = query[parameter] ?? { name: "", schema: { type: "string" } };
      const known = existingId(ids, name);
      if (known !== undefined) return String(known);
      const [value] = sampler.sample(schema, name, 1, parameter);
      return Array.isArray(value) ? value.join(",") : String(value);
    },
  };
}
