import { type FileHandle, open } from "node:fs/promises";
import { RequestError } from "../../../kernel/errors.ts";
import { sizeInWords } from "../../http/size-in-words.ts";

const prefix = /^data:[\w.+/;=-]{0,200};base64,/;

/** Characters that are held back until the end, or until there are more: padding is only there. */
const group = 4;

/** Takes a text piece by piece, and writes the bytes that it stands for in base64 into a file. */
export class Base64File {
  readonly path: string;
  readonly #most: number;
  readonly #file: FileHandle;
  #waiting = "";
  #isFirst = true;
  #isBase64 = true;
  #size = 0;

  private constructor(path: string, file: FileHandle, most: number) {
    this.path = path;
    this.#file = file;
    this.#most = most;
  }

  /** @param most bytes of the file */
  static async create(path: string, most: number): Promise<Base64File> {
    return new Base64File(path, await open(path, "wx", 0o600), most);
  }

  /** @throws RequestError 413 when the file becomes too large */
  async take(text: string): Promise<void> {
    if (!this.#isBase64) return;
    let joined = this.#waiting + text;
    if (this.#isFirst && joined.length >= 300) {
      joined = joined.startsWith("data:") ? joined.replace(prefix, "") : joined;
      this.#isFirst = false;
    }
    // The beginning may be that of a data URL; of the rest, the last group may be the padded one.
    const ready = this.#isFirst ? 0 : Math.max(0, Math.floor((joined.length - 1) / group) * group);
    this.#waiting = joined.slice(ready);
    if (ready > 0) await this.#write(joined.slice(0, ready));
  }

  /** Ends the file. @returns whether all of it was base64 */
  async end(decoded: (text: string) => Buffer | undefined): Promise<boolean> {
    const rest = this.#isBase64 ? decoded(this.#waiting) : undefined;
    try {
      if (rest) await this.#append(rest);
    } finally {
      await this.#file.close();
    }
    return rest !== undefined;
  }

  /** Ends it where it is: the request came to nothing. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #write(groups: string): Promise<void> {
    const bytes = Buffer.from(groups, "base64");
    // Node leaves out what is no base64: then there are fewer bytes.
    if (bytes.length !== (groups.length / group) * 3 || /[-_=]/.test(groups)) this.#isBase64 = false;
    else await this.#append(bytes);
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#size > this.#most)
      throw new RequestError("payload_too_large", `The file is larger than ${sizeInWords(this.#most)}.`);
    await this.#file.write(bytes);
  }
}
