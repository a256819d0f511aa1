import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import type { Coding } from "../../http/bodies/content-coding.ts";
import { tokens } from "../pages/assets/styles.ts";

/** A file of the built console. */
export interface BuiltFile {
  readonly body: Buffer;
  /** The media type. */
  readonly type: string;
  /** Its compressed forms, the smallest first. */
  readonly compressed: ReadonlyMap<Coding, Buffer>;
}

/** The page, and the CSP source of its only style element. */
export interface BuiltPage {
  readonly body: Buffer;
  readonly styleSource: string;
}

/** The output of `bin/build-console.js`: one page, and assets with hashed names. */
export interface BuiltConsole {
  readonly page: BuiltPage;
  /** By name. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
  /** The files of `installableNames`. */
  readonly installable: ReadonlyMap<string, BuiltFile>;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Files whose address does not change: the manifest, the icons and the service worker. */
export const installableNames = [
  "manifest.webmanifest",
  "worker.js",
  ...["icon-192.png", "icon-512.png", "icon-maskable-512.png"],
];

const folder = new URL("../../../../packages/console/dist/", import.meta.url);

/** Reads the built console into memory, about 4 MB. @returns undefined when it was not built, or by another release */
export function builtConsole(from: URL = folder): BuiltConsole | undefined {
  try {
    const page = pageOf(readFileSync(new URL("index.html", from), "utf8"));
    if (!page) return undefined;
    const assets = new URL("assets/", from);
    return { page, assets: filesIn(assets, readdirSync(assets)), installable: filesIn(from, installableNames) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** The endings of a file's compressed forms (packages/console/compressed-forms.ts). */
const endings: ReadonlyMap<Coding, string> = new Map([
  ["br", ".br"],
  ["gzip", ".gz"],
]);

function filesIn(directory: URL, names: readonly string[]): ReadonlyMap<string, BuiltFile> {
  const bodies = new Map(names.map((name) => [name, readFileSync(new URL(name, directory))]));
  const compressedOf = (name: string) =>
    [...endings].flatMap(([coding, ending]): [Coding, Buffer][] => {
      const body = bodies.get(`${name}${ending}`);
      return body ? [[coding, body]] : [];
    });
  return new Map(
    [...bodies].map(([name, body]) => [
      name,
      { body, type: types[extname(name)] ?? "application/octet-stream", compressed: new Map(compressedOf(name)) },
    ]),
  );
}

/** Inlines the design tokens before the page's own styles, so the first paint needs no other file. */
function pageOf(built: string): BuiltPage | undefined {
  const [start, end] = [built.indexOf("<style>") + "<style>".length, built.indexOf("</style>")];
  if (end < start) return undefined;
  const style = `\n${tokens}${built.slice(start, end)}`;
  const digest = createHash("sha256").update(style).digest("base64");
  return {
    body: Buffer.from(`${built.slice(0, start)}${style}${built.slice(end)}`),
    styleSource: `'sha256-${digest}'`,
  };
}
