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

/** A JSON body whose files in base64 lie on disk, until it is disposed of. */
export interface ReceivedJson {
  /** The body, with a word of ours in the place of each long text. */
  readonly bytes: Buffer;
  /** The files, by those words. */
  readonly encoded: ReadonlyMap<string, EncodedFile>;
  /** What an idempotency key is bound to: the SHA-256 of the bytes as they came. */
  readonly identity: Buffer;
  /** Removes the files. */
  dispose(): Promise<void>;
}

const [quote, backslash] = [0x22, 0x5c];

/** Bytes of a text in JSON that are more than any attribute takes: it goes to disk. */
const longText = defaultBodyLimit;

/** Bytes of what is held in memory: the usual body, and a text that grows until it is long. */
const mostKept = 2 * defaultBodyLimit;

/** The most files of a body; there is one attribute for a file. */
const mostFiles = 2;

/**
 * Takes a JSON body that may hold a file in base64: a text that is longer than any other may be goes to disk as it comes in, and nothing of
 * it stays in memory. In its place stands a word that no text attribute accepts, and that no client can know.
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
    // A body that is refused is read on (early-answers.ts), where ending the loop would end its connection.
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

/** Reads JSON piece by piece, as far as to know where its texts begin and end (RFC 8259, 7). */
class Scan {
  readonly #most: number;
  readonly #kept: Buffer[] = [];
  #keptSize = 0;
  /** Where the text that is being read begins in what is kept; undefined outside of texts. */
  #text: number | undefined;
  /** The next byte stands behind a backslash. */
  #escaping = false;
  #file: Base64File | undefined;
  #directory: string | undefined;
  readonly #encoded = new Map<string, EncodedFile>();

  /** @param most bytes of a file */
  constructor(most: number) {
    this.#most = most;
  }

  async take(chunk: Buffer): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#file) at = await this.#takeFile(this.#file, chunk, at);
      else {
        at = this.#takePlain(chunk, at);
        if (this.#text !== undefined && this.#keptSize - this.#text > longText) await this.#divert(this.#text);
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

  /** Keeps what is no file. @returns where it stopped: at the end, or where a text has become long */
  #takePlain(chunk: Buffer, from: number): number {
    const before = this.#keptSize - from;
    let at = from;
    while (at < chunk.length) {
      const byte = chunk[at++];
      if (this.#escaping) this.#escaping = false;
      else if (byte === quote) this.#text = this.#text === undefined ? before + at : undefined;
      else if (byte === backslash && this.#text !== undefined) this.#escaping = true;
      if (this.#text !== undefined && before + at - this.#text > longText) break;
    }
    this.#keep(chunk.subarray(from, at));
    return at;
  }

  /** Hands on what belongs to the file. @returns where it stopped: at the end, or behind the quote that ends the text */
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
      // Looked for once, unless it was an escaped one: the text may have many backslashes.
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
    if (this.#keptSize > mostKept)
      throw new RequestError(
        "payload_too_large",
        `The body without its file is larger than ${sizeInWords(defaultBodyLimit)}.`,
      );
  }

  /** The text has become longer than any other may be: what there is of it goes to disk, and the rest follows. */
  async #divert(begins: number): Promise<void> {
    if (this.#encoded.size === mostFiles)
      throw new RequestError("payload_too_large", "The body holds too many long texts.");
    const all = Buffer.concat(this.#kept);
    this.#kept.length = 0;
    this.#keptSize = 0;
    this.#keep(all.subarray(0, begins));
    this.#text = undefined;
    this.#directory ??= await mkdtemp(join(tmpdir(), "roost-upload-"));
    this.#file = await Base64File.create(join(this.#directory, String(this.#encoded.size)), this.#most);
    this.#escaping = false;
    await this.#takeFile(this.#file, all.subarray(begins), 0);
  }

  async #endFile(file: Base64File): Promise<void> {
    this.#file = undefined;
    const isBase64 = await file.end(decodedBytes);
    const word = `\u0000${randomUUID()}`;
    this.#encoded.set(word, { path: file.path, isBase64 });
    this.#keep(Buffer.from(`${JSON.stringify(word).slice(1, -1)}"`));
  }
}

/** What a byte behind a backslash stands for: clients escape slashes, and break lines. Anything else is no base64. */
function unescaped(byte: number | undefined): string {
  if (byte === 0x2f) return "/";
  return byte === 0x6e || byte === 0x72 ? "" : "!";
}
