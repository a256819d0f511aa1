import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isScope, type Scope } from "../../src/kernel/access/scopes.ts";
import { isLocale } from "../../src/kernel/locales.ts";
import type { Json } from "../harness/client.ts";

/** The registry's samples: the request bodies and the keys of the responses. */
export interface ExampleFacts {
  /** Sample requests by `<resource>/<file>`. */
  readonly requests: Readonly<Record<string, Json>>;
  readonly responses: Readonly<Record<string, ResponseFacts>>;
}

export interface ResponseFacts {
  /** The scopes in the file's name. Each of them can read these keys. */
  readonly scopes: readonly Scope[];
  readonly root: string;
  /** The record's keys: nested objects use a dot, array elements use `[]`. */
  readonly record: readonly string[];
  /** The keys of the top-level links. */
  readonly templates: readonly string[];
  readonly meta: readonly string[];
}

/** The location of the samples beside a checkout. */
export const examplesFolder = fileURLToPath(new URL("../../../shared/reference/examples/", import.meta.url));

/** Reads the samples beside the repository; undefined in a standalone clone. */
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

/** Samples that use another resource's root and links, with the root that Roost uses. */
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

/** Scopes in sample names that the resource's reference page contradicts. */
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

/** A record's keys. Objects by locale count as values; links contribute their names only. */
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
