import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";

/** A range of bytes, both ends included, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores the bytes of files, outside the database (docs/design/files.md). It knows keys and bytes only; `stored_files` holds owners and
 * names. A remote store throws UnavailableStoreError when it fails.
 */
export interface FileStore {
  /**
   * Stores the file at `path` under a key of `newFileKey`. After success the bytes survive a crash; after a failure nothing readable is
   * left under the key.
   */
  put(key: string, path: string, contentType: string): Promise<void>;
  /** Reads a file, or a range that lies within it. @throws MissingFileError */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The size in bytes; undefined without such a file. */
  size(key: string): Promise<number | undefined>;
  /** Deletes a file. Deleting a missing file succeeds. */
  delete(key: string): Promise<void>;
}

/** The store has no bytes under the key. */
export class MissingFileError extends Error {
  constructor(options?: ErrorOptions) {
    super("The file is not in the store.", options);
    this.name = "MissingFileError";
  }
}

/** The store is unreachable or refuses to work. */
export class UnavailableStoreError extends Error {
  constructor(options?: ErrorOptions) {
    super("The file store failed.", options);
    this.name = "UnavailableStoreError";
  }
}

const keyForm = /^[0-9a-f]{48}$/;

/** An unguessable key that no client chooses: 24 random bytes in hex, which is a safe file name too. */
export function newFileKey(): string {
  return randomBytes(24).toString("hex");
}

/** Checks a key before it becomes a path. @throws Error for another form */
export function assertFileKey(key: string): void {
  if (!keyForm.test(key)) throw new Error("A file key must come from newFileKey.");
}

/** A file whose bytes are stored and registered in `stored_files`. It is kept only once an operation keeps it in its transaction. */
export class StoredFile {
  /** Its id in `stored_files`. */
  readonly id: number;
  /** The client's name for it, without folders; undefined without one. */
  readonly name: string | undefined;
  /** Detected from its bytes. */
  readonly contentType: string;
  readonly bytes: number;
  /** In pixels; undefined unless it is a picture. */
  readonly size: { readonly width: number; readonly height: number } | undefined;

  constructor(of: Pick<StoredFile, "id" | "name" | "contentType" | "bytes" | "size">) {
    this.id = of.id;
    this.name = of.name;
    this.contentType = of.contentType;
    this.bytes = of.bytes;
    this.size = of.size;
  }
}

/** Replaces a file that cannot be accepted. */
export class UnusableFile {
  readonly problem: string;

  constructor(problem: string) {
    this.problem = problem;
  }
}
