import type { AccountScope } from "../database/sql/account-scope.ts";
import type { FileStore } from "./files/files.ts";

/** A writing request: the ids of its path as texts by name (see `idOf`), its parsed body, and its files. */
export interface WriteRequest {
  readonly ids: ReadonlyMap<string, string>;
  readonly body: unknown;
  /** The query parameters that the operation accepts; absent: none. */
  readonly parameters?: ReadonlyMap<string, string>;
  /** By field name. */
  readonly files?: ReadonlyMap<string, ReceivedFile>;
  /** Files that came in base64, keyed by the placeholder that replaces each in the body. */
  readonly encoded?: ReadonlyMap<string, EncodedFile>;
}

/** A decoded base64 file on local disk, kept until the request is answered. */
export interface EncodedFile {
  readonly path: string;
  /** Whether the text was valid base64; otherwise the file is incomplete. */
  readonly isBase64: boolean;
}

/** An uploaded file on local disk, kept until the request is answered. */
export interface ReceivedFile {
  readonly path: string;
  /** The client's name for it: for display only. */
  readonly filename: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256, hex. */
  readonly digest: string;
}

/** The context of a write's preparation, which runs before the transaction and may take long. */
export interface BeforeContext {
  /** The database, scoped to the write's account. */
  readonly scope: AccountScope;
  readonly account: { readonly id: number };
  readonly files: FileStore;
}

/** A request whose files are stored. */
export interface PreparedRequest {
  readonly request: WriteRequest;
  /** Releases the stored files when the write fails. */
  discard(): Promise<void>;
}
