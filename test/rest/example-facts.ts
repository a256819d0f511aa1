import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isScope, type Scope } from "../../src/kernel/access/scopes.ts";
import { isLocale } from "../../src/kernel/locales.ts";
import type { Json } from "../harness/client.ts";

/** What the registry's samples say: the bodies that clients send, and the keys that answers have. */
export interface ExampleFacts {
  /** By `<resource>/<file>`. */
  readonly requests: Readonly<Record<string, Json>>;
  readonly responses: Readonly<Record<string, ResponseFacts>>;
}

export interface ResponseFacts {
  /** The scopes that the file's name lists; any of them shows this much. */
  readonly scopes: readonly Scope[];
  readonly root: string;
  /** Keys of the record, those inside of objects with a dot, those of elements of arrays with `[]`. */
  readonly record: readonly string[];
  /** Keys of the top-level links. */
  readonly templates: readonly string[];
  readonly meta: readonly string[];
}

/** Where the samples lie beside a checkout of the repository. */
export const examplesFolder = fileURLToPath(new URL("../../../shared/reference/examples/", import.meta.url));

/** Reads the samples where they lie beside the repository; undefined on a clone that stands alone. */
export function readExamples(): ExampleFacts | undefined {
  if (!existsSync(examplesFolder)) return undefined;
  const requests: Record<string, Json> = {};
  const responses: Record<string, ResponseFacts> = {};
  for (const family of readdirSync(examplesFolder).sort()) {
    for (const file of readdirSync(`${examplesFolder}${family}`).sort()) {
      const name = `${family}/${file}`;
      const sample = objectOf(JSON.parse(readFileSync(examplesFolder + name, "utf8")));
      if (file.endsWith("-request.json")) requests[name] = sample;
      else responses[name] = responseFacts(name, sample);
    }
  }
  return { requests, responses };
}

/** A sample that shows its records under another resource's root and links: under which root ours stand. */
const misnamed: Readonly<Record<string, string>> = {
  "booking_discount_code_usages/discount_code_usage_read-scope-response.json": "discount_code_usages",
};

function responseFacts(name: string, sample: Json): ResponseFacts {
  const { links, meta, ...roots } = sample;
  const [[root, records] = ["", []]] = Object.entries(roots);
  const [record] = [records].flat();
  return {
    scopes: scopesIn(name),
    root: misnamed[name] ?? root,
    record: keysIn(record).sort(),
    templates: name in misnamed ? [] : Object.keys(objectOf(links ?? {})).sort(),
    meta: Object.keys(objectOf(meta ?? {})).sort(),
  };
}

/** What the name of a sample says of its scopes, and is overruled by the page of its resource. */
const noScopeOf: Readonly<Record<string, Scope>> = { rentals_tags: "public", rentals_taxes: "rates_write" };

/** The scopes in a file's name. */
function scopesIn(name: string): Scope[] {
  const [family = ""] = name.split("/");
  const [, listed = ""] = /\/(.+?)(_with_.+)?-scope-response\.json$/.exec(name) ?? [];
  return listed
    .replace("preferences-payments-read", "preferences_payments_read")
    .split("-")
    .filter(isScope)
    .filter((scope) => scope !== noScopeOf[family]);
}

/** The keys in a record; objects by locale count as values, and so do links, but for their names. */
export function keysIn(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.length > 0 ? keysIn(value[0], `${path}[]`) : [];
  if (typeof value !== "object" || value === null) return [];
  const names = Object.keys(value);
  if (path !== "" && names.length > 0 && names.every(isLocale)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = path === "" ? name : `${path}.${name}`;
    return [key, ...keysIn(inner, key)];
  });
}

function objectOf(value: unknown): Json {
  if (typeof value !== "object" || value === null) throw new Error("A sample held no object.");
  return { ...value };
}
