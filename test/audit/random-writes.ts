import { Random } from "@roost/demo/plan/random.ts";
import { expect } from "vitest";
import { resources } from "../../src/app/registry.ts";
import type { ResourceRegistry } from "../../src/kernel/registry.ts";
import { type FuzzedOperation, operationsOf } from "../fuzz/operations.ts";
import { idFor, seedFor } from "../fuzz/seeds.ts";
import { type Json, recordsOf } from "../harness/client.ts";
import type { Fixture, Ids } from "../harness/fixture.ts";

/** An API write request. */
interface RandomWrite {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to /api/v3. */
  readonly path: string;
  readonly body: Json | undefined;
  /** The resource whose records the response may contain. */
  readonly operation: FuzzedOperation;
}

/** Seeded random writes to all resources: previously accepted bodies, mostly with one value changed. */
class RandomWrites {
  private readonly random: Random;
  private readonly fixture: Fixture;
  private readonly operations: readonly FuzzedOperation[];
  /** Records created since the fixture, by resource. */
  private readonly made = new Map<string, (number | string)[]>();

  constructor(document: Json, fixture: Fixture, seed: number) {
    this.random = new Random(seed);
    this.fixture = fixture;
    this.operations = operationsOf(document).filter(({ method }) => method !== "GET");
  }

  next(): RandomWrite {
    const operation = this.random.pick(this.operations);
    const ids = this.someIds();
    const path = operation.ids.reduce(
      (whole, name) => whole.replace(`{${name}}`, idFor(ids, operation, name)),
      operation.path,
    );
    const seed = operation.media.length > 0 ? seedFor(ids, operation) : undefined;
    const body = isObject(seed) ? (this.random.chance(0.7) ? this.changed(seed) : seed) : undefined;
    return { method: methodOf(operation), path, body, operation };
  }

  /** Makes a created record available to later writes. */
  note(resource: string, id: number | string): void {
    this.made.set(resource, [...(this.made.get(resource) ?? []), id]);
  }

  /** For each resource, the fixture's record or one created since. */
  private someIds(): Ids {
    const ids = new Map(this.fixture.ids);
    for (const [resource, made] of this.made) if (this.random.chance(0.6)) ids.set(resource, this.random.pick(made));
    return ids;
  }

  /** The same body with one value replaced. */
  private changed(body: Json): Json {
    let leafCount = 0;
    const count = (_: string, value: unknown): unknown => {
      if (!isObject(value) && !Array.isArray(value)) leafCount++;
      return value;
    };
    JSON.stringify(body, count);
    const position = this.random.between(1, Math.max(1, leafCount));
    let reached = 0;
    return JSON.parse(
      JSON.stringify(body, (_, value: unknown) => {
        if (isObject(value) || Array.isArray(value)) return value;
        return ++reached === position ? this.another(value) : value;
      }),
    );
  }

  private another(value: unknown): unknown {
    if (this.random.chance(0.1)) return null;
    if (typeof value === "boolean") return !value;
    if (typeof value === "number") return this.random.between(0, 30);
    const isWord = typeof value === "string" && !/^[\d-]/.test(value) && !value.includes("@") && !value.includes(":");
    return isWord ? `${value.slice(0, 20)} ${this.random.between(1, 99)}` : value;
  }
}

/** Sends writes in sequence; later ones can use records that earlier ones created. @returns the paths of successful writes */
export async function sendRandomWrites({
  document,
  fixture,
  registry,
  seed,
  count,
}: {
  readonly document: Json;
  readonly fixture: Fixture;
  readonly registry: ResourceRegistry;
  readonly seed: number;
  readonly count: number;
}): Promise<string[]> {
  const random = new RandomWrites(document, fixture, seed);
  const done: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const { method, path, body, operation } = random.next();
    const answer = await fixture.client.send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(500);
    if (answer.status >= 300) continue;
    done.push(operation.path);
    const made = resourceMade(operation);
    if (made === undefined || answer.status !== 201) continue;
    for (const { id } of recordsOf(answer, registry.get(made).root))
      random.note(made, typeof id === "string" ? id : Number(id));
  }
  return done;
}

/** The resource that an operation creates; undefined if none. */
function resourceMade({ method, path }: FuzzedOperation): string | undefined {
  return method === "POST" ? resources.find((resource) => path.endsWith(`/${resource.path}`))?.name : undefined;
}

function methodOf({ method }: FuzzedOperation): RandomWrite["method"] {
  const known = (["POST", "PUT", "PATCH", "DELETE"] as const).find((one) => one === method);
  if (known === undefined) throw new Error(`${method} writes nothing.`);
  return known;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
