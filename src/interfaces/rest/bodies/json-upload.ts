import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { RequestError } from "../../../kernel/errors.ts";
import { defaultBodyLimit } from "../../../kernel/request-body.ts";
import type { EncodedFile } from "../../../kernel/write-request.ts";
import { decodedBytes } from "../../../modules/platform/files/base64.ts";
import { sizeInWords } from "../../http/size-in-words.ts";
import { Base64File } from "./base64-file.ts";

/** A JSON body whose base64 files are on disk until disposed of. */
export interface ReceivedJson {
  /** The body with each long text replaced by a placeholder. */
  readonly bytes: Buffer;
  /** The files, by placeholder. */
  readonly encoded: ReadonlyMap<string, EncodedFile>;
  /** The SHA-256 of the raw bytes, which an idempotency key is bound to. */
  readonly identity: Buffer;
  /** Removes the files. */
  dispose(): Promise<void>;
}

const [quote, backslash] = [0x22, 0x5c];

/** A longer JSON string fits no attribute, so it goes to disk. */
const maxTextBytes = defaultBodyLimit;

/** Bytes held in memory: a usual body, and a string that is still growing. */
const maxKeptBytes = 2 * defaultBodyLimit;

/** Files per body. Operations have a single file attribute. */
const maxFiles = 2;

/**
 * Receives a JSON body that may contain a base64 file. A string too long for any attribute is streamed to disk and replaced by a placeholder,
 * which no text attribute accepts and no client can guess.
 * @throws RequestError 413
 */
export async function receiveJson(
  stream: Readable,
  limits: { readonly body: number; readonly file: number },
): Promise<ReceivedJson> {
  const scan = new Scan(limits.file);
  const hash = createHash("sha256");
  let size = 0;
  try {
    // Leaving the loop must not destroy the stream: a refused body is drained (early-answers.ts).
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      size += bytes.length;
      if (size > limits.body)
        throw new RequestError("payload_too_large", `The body is larger than ${sizeInWords(limits.body)}.`);
      hash.update(bytes);
      await scan.take(bytes);
    }
    const { bytes, encoded } = await scan.end();
    return { bytes, encoded, identity: hash.digest(), dispose: () => scan.dispose() };
  } catch (error) {
    await scan.dispose();
    throw error;
  }
}

/** Scans JSON piece by piece for the start and end of strings (RFC 8259, 7). */
class Scan {
  readonly #maxBytes: number;
  readonly #kept: Buffer[] = [];
  #keptSize = 0;
  /** The start of the current string in the kept bytes; undefined outside strings. */
  #text: number | undefined;
  /** The next byte follows a backslash. */
  #escaping = false;
  #file: Base64File | undefined;
  #directory: string | undefined;
  readonly #encoded = new Map<string, EncodedFile>();

  /** @param maxBytes size limit of a file */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async take(chunk: Buffer): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#file) at = await this.#takeFile(this.#file, chunk, at);
      else {
        at = this.#takePlain(chunk, at);
        if (this.#text !== undefined && this.#keptSize - this.#text > maxTextBytes) await this.#divert(this.#text);
      }
    }
  }

  async end(): Promise<Pick<ReceivedJson, "bytes" | "encoded">> {
    if (this.#file) await this.#endFile(this.#file);
    return { bytes: Buffer.concat(this.#kept), encoded: this.#encoded };
  }

  async dispose(): Promise<void> {
    await this.#file?.abandon();
    this.#file = undefined;
    if (this.#directory !== undefined) await rm(this.#directory, { recursive: true, force: true });
  }

  /** Keeps bytes outside files. @returns where it stopped: at the end, or where a string became too long */
  #takePlain(chunk: Buffer, from: number): number {
    const before = this.#keptSize - from;
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at++];
      if (this.#escaping) this.#escaping = false;
      else if (byte === quote) this.#text = this.#text === undefined ? before + at : undefined;
      else if (byte === backslash && this.#text !== undefined) this.#escaping = true;
      if (this.#text !== undefined && before + at - this.#text > maxTextBytes) break;
    }
    this.#keep(chunk.subarray(from, at));
    return at;
  }

  /** Passes bytes to the file. @returns where it stopped: at the end, or after the string's closing quote */
  async #takeFile(file: Base64File, chunk: Buffer, from: number): Promise<number> {
    const pieces: string[] = [];
    let at = from;
    let end = chunk.indexOf(quote, at);
    while (at < chunk.length) {
      if (this.#escaping) {
        this.#escaping = false;
        pieces.push(unescaped(chunk[at++]));
        continue;
      }
      // Search again only after an escaped quote: the string may have many backslashes.
      if (end >= 0 && end < at) end = chunk.indexOf(quote, at);
      const until = end < 0 ? chunk.length : end;
      const backslashAt = chunk.subarray(0, until).indexOf(backslash, at);
      this.#escaping = backslashAt >= 0;
      pieces.push(chunk.toString("latin1", at, this.#escaping ? backslashAt : until));
      at = (this.#escaping ? backslashAt : until) + 1;
      if (this.#escaping || end < 0) continue;
      await file.take(pieces.join(""));
      await this.#endFile(file);
      return at;
    }
    await file.take(pieces.join(""));
    return chunk.length;
  }

  #keep(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#keptSize += bytes.length;
    if (this.#keptSize > maxKeptBytes)
      throw new RequestError(
        "payload_too_large",
        `The body without its file is larger than ${sizeInWords(defaultBodyLimit)}.`,
      );
  }

  /** Moves a string that became too long to disk; the rest of it follows. */
  async #divert(begins: number): Promise<void> {
    if (this.#encoded.size === maxFiles)
      throw new RequestError("payload_too_large", "The body holds too many long texts.");
    const all = Buffer.concat(this.#kept);
    this.#kept.length = 0;
    this.#keptSize = 0;
    this.#keep(all.subarray(0, begins));
    this.#text = undefined;
    this.#directory ??= await mkdtemp(join(tmpdir(), "roost-upload-"));
    this.#file = await Base64File.create(join(this.#directory, String(this.#encoded.size)), this.#maxBytes);
    this.#escaping = false;
    await this.#takeFile(this.#file, all.subarray(begins), 0);
  }

  async #endFile(file: Base64File): Promise<void> {
    this.#file = undefined;
    const isBase64 = await file.end(decodedBytes);
    const placeholder = `\u0000${randomUUID()}`;
    this.#encoded.set(placeholder, { path: file.path, isBase64 });
    this.#keep(Buffer.from(`${JSON.stringify(placeholder).slice(1, -1)}"`));
  }
}

/** Resolves an escape. Clients escape slashes and insert line breaks; any other escape is invalid base64. */
function unescaped(byte: number | undefined): string {
  if (byte === 0x2f) return "/";
  return byte === 0x6e || byte === 0x72 ? "" : "!";
}
