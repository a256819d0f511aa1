import type { AccountScope } from "../database/sql/account-scope.ts";
import type { FileStore } from "./files/files.ts";

/** What a writing request carries: the ids of its path by their names, as texts (see `idOf`), its parsed body, and its files. */
export interface WriteRequest {
  readonly ids: ReadonlyMap<string, string>;
  readonly body: unknown;
  /** Those of its query that the operation takes; absent where there is none. */
  readonly parameters?: ReadonlyMap<string, string>;
  /** By the names of their fields. */
  readonly files?: ReadonlyMap<string, ReceivedFile>;
  /** Files that came in base64, in texts longer than any other may be: by the word that stands in the place of each in the body. */
  readonly encoded?: ReadonlyMap<string, EncodedFile>;
}

/** A file that came in base64 and lies on this machine's disk until the request is answered. */
export interface EncodedFile {
  readonly path: string;
  /** Otherwise only a part of it is there. */
  readonly isBase64: boolean;
}

/** A file that came with a request and lies on this machine's disk until the request is answered. */
export interface ReceivedFile {
  readonly path: string;
  /** As the client called it: for display only. */
  readonly filename: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256, hex. */
  readonly digest: string;
}

/** What is done for a write before its transaction, for as long as it may take: it holds no lock and no connection. */
export interface BeforeContext {
  /** The database as the write's account sees it. */
  readonly scope: AccountScope;
  readonly account: { readonly id: number };
  readonly files: FileStore;
}

/** A request whose files are stored. */
export interface PreparedRequest {
  readonly request: WriteRequest;
  /** To be called when the write came to nothing: what was stored for it is given up. */
  discard(): Promise<void>;
}
