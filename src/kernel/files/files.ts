import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";

/** Bytes of a file from one to another, both included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the bytes of files are, outside of the database (docs/design/files.md). It knows keys and bytes: whose a file is, and what
 * it is called, stands in `stored_files`. One that is on another machine throws UnavailableStoreError when it fails.
 */
export interface FileStore {
  /**
   * Stores the file at `path` under a key of `newFileKey`. When it answers, the bytes outlast a crash; when it fails, nothing is there
   * under the key, or a part that nobody reads.
   */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** The bytes of a file, or those of a range that lies within it. @throws MissingFileError when there is none */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** Deletes a file; one that is gone already is no error. */
  delete(key: string): Promise<void>;
}

/** There are no bytes under a key. */
export class MissingFileError extends Error {
  constructor(options?: ErrorOptions) {
    super("The file is not in the store.", options);
    this.name = "MissingFileError";
  }
}

/** The store is away or refuses to work: nothing that a client did. */
export class UnavailableStoreError extends Error {
  constructor(options?: ErrorOptions) {
    super("The store of files failed.", options);
    this.name = "UnavailableStoreError";
  }
}

const keyForm = /^[0-9a-f]{48}$/;

/** A key that nobody can guess, and that no client ever gives: 24 random bytes in hex, which also is a safe name of a file. */
export function newFileKey(): string {
  return randomBytes(24).toString("hex");
}

/** Holds a key to its form, before it becomes a path. @throws Error for anything else */
export function assertFileKey(key: string): void {
  if (!keyForm.test(key)) throw new Error("A key of a file must come from newFileKey.");
}

/** A file whose bytes are in the store and known to `stored_files`, but are kept only once an operation does so in its transaction. */
export class StoredFile {
  /** Its id in `stored_files`. */
  readonly id: number;
  /** As the client called it, without folders; undefined when it did not. */
  readonly name: string | undefined;
  /** What its bytes are. */
  readonly contentType: string;
  readonly bytes: number;
  /** Pixels; undefined for what is no picture. */
  readonly size: { readonly width: number; readonly height: number } | undefined;

  constructor(of: Pick<StoredFile, "id" | "name" | "contentType" | "bytes" | "size">) {
    this.id = of.id;
    this.name = of.name;
    this.contentType = of.contentType;
    this.bytes = of.bytes;
    this.size = of.size;
  }
}

/** In the place of a file that cannot be taken: what is wrong with it. */
export class UnusableFile {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}
