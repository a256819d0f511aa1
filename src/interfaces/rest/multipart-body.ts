import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { invalid, RequestError } from "../../kernel/errors.ts";
import type { MultipartBody } from "../../kernel/request-body.ts";
import type { ReceivedFile } from "../../kernel/route.ts";
import { sizeInWords } from "../http/size-in-words.ts";

/** A form that has come in: its fields as texts, its files on disk until it is disposed of. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
  /** What an idempotency key is bound to: the same parts in the same order are the same bytes. */
  readonly identity: Buffer;
  /** Removes the files. */
  dispose(): Promise<void>;
}

/** The most parts of a form (conventions.md, Bounds). */
const mostParts = 10;
/** Bytes of one field. */
const longestField = 1024 * 1024;

/**
 * Takes a multipart body: each file goes to disk as it comes in, and nothing of it stays in memory. It comes before the transaction, so
 * that a slow client holds no lock.
 * @throws RequestError 413 for what is larger than declared, 422 for a file that is not declared or of another type
 */
export async function receiveForm(request: FastifyRequest, body: MultipartBody): Promise<ReceivedForm> {
  assertSize(Number(request.headers["content-length"] ?? 0), body);
  const directory = await mkdtemp(join(tmpdir(), "roost-upload-"));
  const dispose = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const parts = await receiveParts(request, body, directory);
    return { ...parts, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function receiveParts(
  request: FastifyRequest,
  body: MultipartBody,
  directory: string,
): Promise<Omit<ReceivedForm, "dispose">> {
  const fields: Record<string, string> = Object.create(null);
  const files = new Map<string, ReceivedFile>();
  const identity = createHash("sha256");
  let size = 0;
  const limits = { parts: mostParts, fieldSize: longestField, files: Object.keys(body.files).length };
  for await (const part of request.parts({ limits: { ...limits, fileSize: body.limit } })) {
    if (part.type === "field") {
      const text = String(part.value);
      fields[part.fieldname] = text;
      size += Buffer.byteLength(text);
      note(identity, part.fieldname, text);
    } else {
      const file = await receiveFile(part, body.files, join(directory, String(files.size)));
      files.set(part.fieldname, file);
      size += file.size;
      note(identity, part.fieldname, `${file.filename}\n${file.type}\n${file.digest}`);
    }
    assertSize(size, body);
  }
  return { fields, files, identity: identity.digest() };
}

async function receiveFile(part: MultipartFile, declared: MultipartBody["files"], path: string): Promise<ReceivedFile> {
  const field = Object.hasOwn(declared, part.fieldname) ? declared[part.fieldname] : undefined;
  if (!field) throw invalid({ [part.fieldname]: ["is not a file that can be sent here"] });
  if (field.types.length > 0 && !field.types.includes(part.mimetype))
    throw invalid({ [part.fieldname]: [`must be a file of one of the types ${field.types.join(", ")}`] });
  const hash = createHash("sha256");
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > field.limit) {
        const sentence = `The file ${part.fieldname} is larger than ${sizeInWords(field.limit)}.`;
        done(new RequestError("payload_too_large", sentence));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(part.file, counting, createWriteStream(path, { mode: 0o600 }));
  return { path, filename: part.filename, type: part.mimetype, size, digest: hash.digest("hex") };
}

function assertSize(size: number, { limit }: MultipartBody): void {
  if (size > limit) throw new RequestError("payload_too_large", `The body is larger than ${sizeInWords(limit)}.`);
}

/** Lengths before contents: no two forms have the same bytes. */
function note(identity: Hash, name: string, content: string): void {
  for (const text of [name, content]) identity.update(`${Buffer.byteLength(text)}\n`).update(text);
}
