import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { PutObjectCommandInput, S3Client } from "@aws-sdk/client-s3";
import { assertFileKey, type FileStore, MissingFileError, UnavailableStoreError } from "../../kernel/files/files.ts";

/** A bucket of an S3-compatible service and its credentials. */
export interface S3Settings {
  readonly bucket: string;
  /** Undefined for the region's default. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Puts the bucket into the path instead of the host, as most self-hosted services require. */
  readonly forcePathStyle: boolean;
}

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 60_000;

/** Attempts to send a file: the library cannot resend a stream itself. */
const maxAttempts = 3;

/** Silences the library, which would warn on standard error. Failures are thrown instead. */
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** The object's name. A two-character folder spreads requests over the bucket's partitions. */
const nameOf = (key: string): string => {
  assertFileKey(key);
  return `${key.slice(0, 2)}/${key}`;
};

/** Stores files in a bucket. The first request loads the library. */
export function s3Store(settings: S3Settings): FileStore {
  const { bucket } = settings;
  let loading: ReturnType<typeof load> | undefined;
  const library = (): ReturnType<typeof load> => (loading ??= load(settings));
  return {
    async put(key, path, contentType) {
      const { client, commands } = await library();
      const { size } = await stat(path);
      const object = { Bucket: bucket, Key: nameOf(key), ContentType: contentType, ContentLength: size };
      for (let attempt = 1; ; attempt++) {
        try {
          await send(client, commands, object, path);
          return;
        } catch (error) {
          if (attempt === maxAttempts || !isTransient(error)) throw new UnavailableStoreError({ cause: error });
          await wait(200 * 2 ** attempt * Math.random());
        }
      }
    },
    async read(key, range) {
      const { client, commands } = await library();
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const found = await unlessMissing(
        client.send(new commands.GetObjectCommand({ Bucket: bucket, Key: nameOf(key), ...part })),
      );
      if (!found) throw new MissingFileError();
      if (!(found.Body instanceof Readable)) throw new UnavailableStoreError();
      return found.Body;
    },
    async size(key) {
      const { client, commands } = await library();
      const found = await unlessMissing(
        client.send(new commands.HeadObjectCommand({ Bucket: bucket, Key: nameOf(key) })),
      );
      return found?.ContentLength;
    },
    async delete(key) {
      const { client, commands } = await library();
      await unlessMissing(client.send(new commands.DeleteObjectCommand({ Bucket: bucket, Key: nameOf(key) })));
    },
  };
}

async function load(
  settings: S3Settings,
): Promise<{ client: S3Client; commands: typeof import("@aws-sdk/client-s3") }> {
  const commands = await import("@aws-sdk/client-s3");
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const client = new commands.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    logger: silent,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Not every compatible service supports the newer checksums in a body's trailer.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connectTimeoutMs, requestTimeout: idleTimeoutMs, throwOnRequestTimeout: true },
  });
  return { client, commands };
}

/** Sends a file once. Closes the stream, which the library leaves open when it does not read all of it. */
async function send(
  client: S3Client,
  commands: typeof import("@aws-sdk/client-s3"),
  object: PutObjectCommandInput,
  path: string,
): Promise<void> {
  const body = createReadStream(path);
  try {
    await client.send(new commands.PutObjectCommand({ ...object, Body: body }));
  } finally {
    body.destroy();
  }
}

/** Whether a retry may succeed: not after the service rejected the request. */
function isTransient(error: unknown): boolean {
  const metadata: unknown = error instanceof Error && "$metadata" in error ? error.$metadata : undefined;
  const status = metadata && typeof metadata === "object" && "httpStatusCode" in metadata ? metadata.httpStatusCode : 0;
  return typeof status !== "number" || status === 0 || status === 429 || status >= 500;
}

/** The response; undefined when the object does not exist. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return undefined;
    throw new UnavailableStoreError({ cause: error });
  }
}
