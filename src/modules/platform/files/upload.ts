import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RequestError } from "../../../kernel/errors.ts";
import { StoredFile, UnusableFile } from "../../../kernel/files/files.ts";
import type { JsonBody, Upload } from "../../../kernel/request-body.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "../../../kernel/write-request.ts";
import { decodedBytes } from "./base64.ts";
import { giveUpFile } from "./erase-file.ts";
import { type EncodeFile, storeFile } from "./store-file.ts";

/** The largest upload (conventions.md, Bounds). */
export const maxFileBytes = 25 * 1024 * 1024;

/**
 * Accepts a write's file, in base64 or as a part of a form (`JsonBody.upload`). Stores it before the transaction begins, and discards
 * it if the transaction fails.
 * @param name the name of the `storedFile` attribute and of the form part
 * @param types allowed media types; empty allows any
 * @param encode what is stored in place of the file, such as a picture without its metadata
 */
export function upload(name: string, types: readonly string[] = [], encode?: EncodeFile): Upload {
  return {
    name,
    types,
    limit: maxFileBytes,
    store: (body, context, request) => storeUpload(body, context, request, { name, types, encode }),
  };
}

async function storeUpload(
  body: JsonBody,
  context: BeforeContext,
  request: WriteRequest,
  { name, types, encode }: Pick<Upload, "name" | "types"> & { readonly encode: EncodeFile | undefined },
): Promise<PreparedRequest> {
  const part = request.files?.get(name);
  const element = request.files ? asElement(request.body) : elementIn(body, request.body);
  let file: StoredFile | UnusableFile | undefined;
  if (part) file = await storeFile(context, { path: part.path, name: part.filename }, types, encode);
  else if (element && !request.files)
    file = await storeBase64(context, element[name], {
      ...{ encoded: request.encoded, name: nameIn(element), types, encode },
    });
  const taken = file === undefined ? element : { ...element, [name]: file };
  const whole = taken && (request.files || file) ? { [body.of.root]: [taken] } : request.body;
  return {
    request: { ...request, body: whole },
    async discard() {
      const { scope, account, files } = context;
      if (file instanceof StoredFile) await giveUpFile({ scope, account: account.id, files }, file.id);
    },
  };
}

const asElement = (body: unknown): Record<string, unknown> => (isObject(body) ? body : {});

/** The single element of a well-formed body; undefined for any other body, which parsing refuses later. */
function elementIn({ of: { root, singular } }: JsonBody, body: unknown): Record<string, unknown> | undefined {
  if (!isObject(body)) return undefined;
  const { [root]: many, [singular]: one, ...rest } = body;
  const content = many === undefined ? one : many;
  const element: unknown = Array.isArray(content) && content.length === 1 ? content[0] : content;
  return isObject(element) && !Array.isArray(element) ? { ...rest, ...element } : undefined;
}

const nameIn = ({ name }: Record<string, unknown>): string | undefined => (typeof name === "string" ? name : undefined);

/** Further information about a base64 file. */
interface Encoded {
  readonly encoded: WriteRequest["encoded"] | undefined;
  readonly name: string | undefined;
  readonly types: readonly string[];
  readonly encode: EncodeFile | undefined;
}

/** Stores a base64 file; undefined if the value is not a string or is empty. @throws RequestError 413 */
async function storeBase64(
  context: BeforeContext,
  text: unknown,
  { encoded, name, types, encode }: Encoded,
): Promise<StoredFile | UnusableFile | undefined> {
  if (typeof text !== "string" || text === "") return undefined;
  const onDisk = encoded?.get(text);
  if (onDisk)
    return onDisk.isBase64
      ? storeFile(context, { path: onDisk.path, name }, types, encode)
      : new UnusableFile("must be a file in base64");
  const bytes = decodedBytes(text);
  if (!bytes) return new UnusableFile("must be a file in base64");
  if (bytes.length > maxFileBytes) throw new RequestError("payload_too_large", "The file is larger than 25 MiB.");
  const directory = await mkdtemp(join(tmpdir(), "roost-upload-"));
  try {
    const path = join(directory, "0");
    await pipeline(Readable.from([bytes]), createWriteStream(path, { mode: 0o600 }));
    return await storeFile(context, { path, name }, types, encode);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
