import { type Coding, codingOf, compressedWell } from "../../http/bodies/content-coding.ts";
import type { BuiltFile } from "./built-files.ts";

/** An asset as it is sent. */
interface SentAsset extends BuiltFile {
  readonly coding: Coding | undefined;
}

/** The console's assets. Each is compressed once for a coding: it never changes under its name. */
export class ConsoleAssets {
  readonly #files: ReadonlyMap<string, BuiltFile>;
  readonly #compressed = new Map<string, Promise<Buffer>>();

  constructor(files: ReadonlyMap<string, BuiltFile>) {
    this.#files = files;
  }

  /** @param accepted the request's `Accept-Encoding` */
  async get(name: string, accepted: string | undefined): Promise<SentAsset | undefined> {
    const file = this.#files.get(name);
    if (!file) return undefined;
    const coding = /^(text|image\/svg)/.test(file.type) ? codingOf(accepted, file.body.length) : undefined;
    if (!coding) return { ...file, coding };
    const key = `${coding} ${name}`;
    const body = this.#compressed.get(key) ?? compressedWell(file.body, coding);
    this.#compressed.set(key, body);
    return { ...file, body: await body, coding };
  }
}
