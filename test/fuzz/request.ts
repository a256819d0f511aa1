import { gzipSync } from "node:zlib";
import { hostileFile } from "./files.ts";
import { textOf, treeOf } from "./json-tree.ts";
import { mutated } from "./mutations.ts";
import type { FuzzedOperation } from "./operations.ts";
import type { Framing, Plan } from "./plan.ts";
import { formOf, type Part } from "./uploads.ts";

/** A request as sent over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The values that complete a plan. */
export interface Surroundings {
  /** The fixture's id for a path parameter. */
  idOf(operation: FuzzedOperation, name: string): string;
  /** A body that the operation would accept; undefined if none is known. */
  seedOf(operation: FuzzedOperation): unknown;
  /** Parameter values that the document allows. */
  allowed(operation: FuzzedOperation, parameter: number): string;
  readonly token: string;
}

const mediaType = "application/vnd.api+json";

/** Builds a plan's request. */
export function requestOf(plan: Plan, operation: FuzzedOperation, surroundings: Surroundings): WireRequest {
  const path = operation.ids.reduce(
    (whole, name, index) => whole.replace(`{${name}}`, encoded(plan.ids[index] || surroundings.idOf(operation, name))),
    operation.path,
  );
  const query = queryOf(plan, operation, surroundings);
  const framed = operation.media.length > 0 ? bodyOf(plan, operation, surroundings) : undefined;
  const [name, value] = plan.header ?? [];
  return {
    method: operation.method,
    path: `/api/v3${path}${query}`,
    headers: {
      authorization: `Bearer ${surroundings.token}`,
      ...framed?.headers,
      ...(name === undefined || value === undefined ? {} : { [name]: value }),
    },
    body: framed?.body,
  };
}

/** The maximum URL length (conventions.md, Bounds: 64 KiB). */
const maxPartLength = 10_000;

/** Percent-encodes a value, byte by byte if it is not valid text. */
function encoded(text: string): string {
  const short = text.slice(0, maxPartLength);
  return short.isWellFormed() ? encodeURIComponent(short) : `%ed%a0%80${encodeURIComponent(short.toWellFormed())}`;
}

function queryOf(plan: Plan, operation: FuzzedOperation, surroundings: Surroundings): string {
  const pairs = plan.query.flatMap(({ parameter, value, twice }) => {
    const count = operation.query.length;
    const named = operation.query[parameter % Math.max(count, 1)];
    if (!named) return [];
    const text = value ?? surroundings.allowed(operation, parameter % count);
    const pair = `${named.name}=${encoded(text)}`;
    return twice ? [pair, pair] : [pair];
  });
  const asked = new Set(pairs.map((pair) => pair.split("=")[0]));
  for (const [index, { name, required }] of operation.query.entries())
    if (required && !asked.has(name)) pairs.push(`${name}=${encoded(surroundings.allowed(operation, index))}`);
  if (plan.unknownParameter !== undefined) pairs.push(`${encoded(plan.unknownParameter)}=1`);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

interface Framed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function bodyOf(plan: Plan, operation: FuzzedOperation, surroundings: Surroundings): Framed {
  const isForm = operation.media.includes("multipart/form-data");
  const seed = surroundings.seedOf(operation);
  if (isForm && (plan.parts !== undefined || seed === undefined)) {
    const { type, body } = formOf(partsOf(plan, operation));
    return { headers: { "content-type": type }, body };
  }
  const file = isForm && plan.base64 !== undefined ? hostileFile(plan.base64)[1].toString("base64") : undefined;
  const brought = file === undefined ? seed : withFile(seed, fileNameIn(operation), file);
  const text = textOf(mutated(treeOf(brought ?? {}), plan.mutations));
  return framedAs(plan.framing, Buffer.from(text));
}

/** The attribute that holds the file. */
const fileNameIn = ({ form }: FuzzedOperation): string =>
  Object.entries(form).find(([, property]) => Object(property).format === "binary")?.[0] ?? "";

/** A form's parts: usually a file in its field, and arbitrary values under known names. */
function partsOf({ operation: number, parts = [] }: Plan, operation: FuzzedOperation): Part[] {
  const known = Object.keys(operation.form);
  const file = fileNameIn(operation);
  return parts.map(([name, content], index): Part => {
    if (index === 0 && typeof content === "number" && file !== "") return [file, content];
    return [known[(number + index) % known.length] ?? name, content];
  });
}

/** The same body with a base64 file. */
function withFile(seed: unknown, name: string, file: string): unknown {
  const [root = ""] = Object.keys(Object(seed));
  const [element] = [Object(seed)[root]].flat();
  return { [root]: [{ ...Object(element), [name]: file }] };
}

const plain = { "content-type": mediaType };

function framedAs(framing: Framing | undefined, body: Buffer): Framed {
  switch (framing) {
    case undefined:
      return { headers: plain, body };
    case "broken":
      return {
        headers: plain,
        body: Buffer.concat([body.subarray(0, 20), Buffer.from([0xc3, 0x28, 0xff]), body.subarray(20)]),
      };
    case "cut":
      return { headers: plain, body: body.subarray(0, Math.floor(body.length / 2)) };
    case "other type":
      return { headers: { "content-type": "text/xml" }, body };
    case "other charset":
      return { headers: { "content-type": `${mediaType}; charset=utf-16` }, body };
    case "gzip":
      return { headers: { ...plain, "content-encoding": "gzip" }, body: gzipSync(body) };
    case "gzip bomb":
      return { headers: { ...plain, "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(20_000_000, 32)) };
    case "empty":
      return { headers: plain, body: Buffer.alloc(0) };
    case "no type":
      return { headers: {}, body };
    case "trailing":
      return { headers: plain, body: Buffer.concat([body, Buffer.from("]}x")]) };
    case "bom":
      return { headers: plain, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]) };
  }
}
