import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { badRequest, invalid, RequestError } from "../../../kernel/errors.ts";
import type { MultipartBody } from "../../../kernel/request-body.ts";
import type { ReceivedFile } from "../../../kernel/route.ts";
import { sizeInWords } from "../size-in-words.ts";

/** A received form: its fields as texts, its files on disk until disposed of. */
export interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
  /** The digest that an idempotency key is bound to. Equal parts in equal order have equal digests. */
  readonly identity: Buffer;
  /** Removes the files. */
  dispose(): Promise<void>;
}

/** Parts of a form (conventions.md, Bounds). */
const maxParts = 10;
/** Bytes of one field. */
const maxFieldBytes = 1024 * 1024;

/**
 * Receives a multipart body and streams its files to disk. This happens before the transaction, so a slow client holds no lock.
 * @throws RequestError 400 for a malformed form, 413 above a size limit, 422 for an undeclared file or a wrong type
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
    throw formProblem(error) ?? error;
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
  const limits = { parts: maxParts, fieldSize: maxFieldBytes, files: maxParts, fileSize: body.limit };
  for await (const part of request.parts({ limits, isPartAFile })) {
    if (Object.hasOwn(fields, part.fieldname) || files.has(part.fieldname))
      throw badRequest(`The form has several parts named ${part.fieldname}.`);
    if (part.type === "field") {
      const text = String(part.value);
      if (part.valueTruncated) throw tooLong(`The field ${part.fieldname}`, maxFieldBytes);
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
  if (!field) throw invalid({ [part.fieldname]: ["is not a file of this form"] });
  if (field.types.length > 0 && !field.types.includes(part.mimetype))
    throw invalid({ [part.fieldname]: [`must be a file of one of the types ${field.types.join(", ")}`] });
  const hash = createHash("sha256");
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > field.limit) {
        done(tooLong(`The file ${part.fieldname}`, field.limit));
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
  if (size > limit) throw tooLong("The body", limit);
}

const tooLong = (what: string, limit: number): RequestError =>
  new RequestError("payload_too_large", `${what} is larger than ${sizeInWords(limit)}.`);

/** Treats a JSON part as a file, which is then refused: the form parser would parse it without bounds. */
const isPartAFile = (_name?: string, type?: string, filename?: string): boolean =>
  filename !== undefined || type === "application/octet-stream" || (type?.startsWith("application/json") ?? false);

/** Maps an error of the form parser; undefined for other errors. */
function formProblem(error: unknown): RequestError | undefined {
  if (!(error instanceof Error) || error instanceof RequestError) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (code === "FST_PARTS_LIMIT" || code === "FST_FIELDS_LIMIT" || code === "FST_FILES_LIMIT")
    return invalid({ base: [`has too many parts (maximum is ${maxParts})`] });
  if (code === "FST_PROTO_VIOLATION") return badRequest("The form has a part with a forbidden name.");
  const isOfParser = code === "" && /multipart|boundary/i.test(error.message);
  return isOfParser ? badRequest("The form is malformed: its boundary is missing or it is cut off.") : undefined;
}

/** Length prefixes make the digest unambiguous. */
function note(identity: Hash, name: string, content: string): void {
  for (const text of [name, content]) identity.update(`${Buffer.byteLength(text)}\n`).update(text);
}
