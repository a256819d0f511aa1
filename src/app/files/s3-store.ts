import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { PutObjectCommandInput, S3Client } from "@aws-sdk/client-s3";
import { assertFileKey, type FileStore, MissingFileError, UnavailableStoreError } from "../../kernel/files/files.ts";

/** A bucket of an S3-compatible service, and how to get at it. */
export interface S3Settings {
  readonly bucket: string;
  /** Undefined for the usual one of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket stands in the path and not in the host: what most services of one's own want. */
  readonly forcePathStyle: boolean;
}

/** Milliseconds for a connection, and for the next sign of life on it. */
const connecting = 10_000;
const waiting = 60_000;

/** How often a file is sent: a stream cannot be sent again by the library itself. */
const mostAttempts = 3;

/** The library would warn on standard error, which is for whoever started the service: what fails is thrown. */
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Folders of the bucket under which the files are: two characters, so that requests spread over its partitions. */
const nameOf = (key: string): string => {
  assertFileKey(key);
  return `${key.slice(0, 2)}/${key}`;
};

/** Files in a bucket. The library is loaded with the first of them. */
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
          if (attempt === mostAttempts || !mayPass(error)) throw new UnavailableStoreError({ cause: error });
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
    // Services that are compatible do not all know the newer checksums in the trailer of a body.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connecting, requestTimeout: waiting, throwOnRequestTimeout: true },
  });
  return { client, commands };
}

/** Sends a file once. The library leaves the file open where it did not come to read all of it. */
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

/** Whether it may go well at once: not what the service itself has refused. */
function mayPass(error: unknown): boolean {
  const answered: unknown = error instanceof Error && "$metadata" in error ? error.$metadata : undefined;
  const status = answered && typeof answered === "object" && "httpStatusCode" in answered ? answered.httpStatusCode : 0;
  return typeof status !== "number" || status === 0 || status === 429 || status >= 500;
}

/** What a request answered; undefined when it is about an object that is not there. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return undefined;
    throw new UnavailableStoreError({ cause: error });
  }
}
