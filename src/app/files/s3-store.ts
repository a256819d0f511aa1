import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { assertFileKey, type FileStore, MissingFileError } from "../../kernel/files.ts";

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
      await client.send(new commands.PutObjectCommand({ ...object, Body: createReadStream(path) }));
    },
    async read(key, range) {
      const { client, commands } = await library();
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const found = await unlessMissing(
        client.send(new commands.GetObjectCommand({ Bucket: bucket, Key: nameOf(key), ...part })),
      );
      if (!found) throw new MissingFileError();
      if (!(found.Body instanceof Readable)) throw new Error("The store answered without bytes.");
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
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Services that are compatible do not all know the newer checksums in the trailer of a body.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connecting, requestTimeout: waiting, throwOnRequestTimeout: true },
  });
  return { client, commands };
}

/** What a request answered; undefined when it is about an object that is not there. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name)) return undefined;
    throw error;
  }
}
