import { type FileHandle, open } from "node:fs/promises";
import { RequestError } from "../../../kernel/errors.ts";
import { sizeInWords } from "../../http/size-in-words.ts";

const prefix = /^data:[\w.+/;=-]{0,200};base64,/;

/** Base64 is decoded in groups of four characters. */
const group = 4;

/** Decodes base64 text piece by piece into a file. */
export class Base64File {
  readonly path: string;
  readonly #maxBytes: number;
  readonly #file: FileHandle;
  #waiting = "";
  #isFirst = true;
  #isBase64 = true;
  #size = 0;

  private constructor(path: string, file: FileHandle, maxBytes: number) {
    this.path = path;
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /** @param maxBytes size limit of the file */
  static async create(path: string, maxBytes: number): Promise<Base64File> {
    return new Base64File(path, await open(path, "wx", 0o600), maxBytes);
  }

  /** @throws RequestError 413 when the file becomes too large */
  async take(text: string): Promise<void> {
    if (!this.#isBase64) return;
    let joined = this.#waiting + text;
    if (this.#isFirst && joined.length >= 300) {
      joined = joined.startsWith("data:") ? joined.replace(prefix, "") : joined;
      this.#isFirst = false;
    }
    // Hold back the start, which may be a data URL prefix, and the last group, which may be padded.
    const ready = this.#isFirst ? 0 : Math.max(0, Math.floor((joined.length - 1) / group) * group);
    this.#waiting = joined.slice(ready);
    if (ready > 0) await this.#write(joined.slice(0, ready));
  }

  /** Completes the file. @returns whether the whole text was valid base64 */
  async end(decoded: (text: string) => Buffer | undefined): Promise<boolean> {
    const rest = this.#isBase64 ? decoded(this.#waiting) : undefined;
    try {
      if (rest) await this.#append(rest);
    } finally {
      await this.#file.close();
    }
    return rest !== undefined;
  }

  /** Closes the file of a failed request. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #write(groups: string): Promise<void> {
    const bytes = Buffer.from(groups, "base64");
    // Node skips invalid characters, which shows as fewer bytes.
    if (bytes.length !== (groups.length / group) * 3 || /[-_=]/.test(groups)) this.#isBase64 = false;
    else await this.#append(bytes);
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes)
      throw new RequestError("payload_too_large", `The file is larger than ${sizeInWords(this.#maxBytes)}.`);
    await this.#file.write(bytes);
  }
}
