import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";

/** A file of the built console, with the media type that it is served as. */
export interface BuiltFile {
  readonly body: Buffer;
  readonly type: string;
}

/** The console as `bin/build-console.js` has left it: its one page, and files with hashed names. */
export interface BuiltConsole {
  readonly page: Buffer;
  /** By name. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const folder = new URL("../../../../packages/console/dist/", import.meta.url);

/** Reads the built console into memory, some 900 KB. @returns undefined where it was not built */
export function builtConsole(from: URL = folder): BuiltConsole | undefined {
  try {
    const page = readFileSync(new URL("index.html", from));
    const assets = new URL("assets/", from);
    const files = readdirSync(assets).map((name): [string, BuiltFile] => [
      name,
      { body: readFileSync(new URL(name, assets)), type: types[extname(name)] ?? "application/octet-stream" },
    ]);
    return { page, assets: new Map(files) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
