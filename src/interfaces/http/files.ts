import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { Secrets } from "../../kernel/access/secrets.ts";
import { notFound } from "../../kernel/errors.ts";
import { type ByteRange, type FileStore, MissingFileError } from "../../kernel/files/files.ts";
import { type FoundDocument, findInvoiceDocument } from "../../modules/money/invoices/find-document.ts";
import { type FoundFile, findFile } from "../../modules/platform/files/find-file.ts";
import { type FoundSignature, findSignature } from "../../modules/stays/portal/agreement/find-signature.ts";
import { byteRange } from "./headers/byte-range.ts";
import { contentDisposition } from "./headers/content-disposition.ts";

/** Dependencies of the file routes. */
export interface FilesDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly secrets: Secrets;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Media types without markup, which browsers may display. All others are downloads. */
const inlineTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "application/pdf"]);

/** A file of the file store, or a document of the database. */
type ServedFile = FoundFile | FoundDocument | FoundSignature;

type FileRequest = { readonly Params: { readonly token: string } };

/**
 * Serves files at `/files/<token>`, to anyone with the URL (docs/design/files.md). The path after the token is ignored. An uploaded file
 * must never run as a page of this origin.
 */
export async function servedFiles(app: FastifyInstance, dependencies: FilesDependencies): Promise<void> {
  for (const url of ["/files/:token", "/files/:token/*"]) {
    app.route<FileRequest>({
      // The framework's own HEAD would report a length of 0.
      method: ["GET", "HEAD"],
      url,
      async handler(request, reply) {
        const { database, secrets, clock } = dependencies;
        const { token } = request.params;
        const now = clock();
        const file =
          (await findFile(database, secrets, token, now)) ??
          (await findInvoiceDocument(database, secrets, token, now)) ??
          (await findSignature(database, secrets, token, now));
        if (!file) throw notFound("File not found, or its link has expired.");
        if (!isNotModified(request, file)) return sendFile(dependencies.files, request, reply, file);
        setHeaders(reply, file);
        return reply.code(304).send();
      },
    });
  }
}

function setHeaders(reply: FastifyReply, { contentType, name, sha256, isPublic }: ServedFile): void {
  const isInline = inlineTypes.has(contentType);
  const type = contentType === "text/plain" ? "text/plain; charset=utf-8" : contentType;
  // Browsers' PDF viewers show nothing in a sandbox.
  const policy = contentType === "application/pdf" ? "default-src 'none'" : "default-src 'none'; sandbox";
  void reply.headers({
    "content-type": type,
    "content-disposition": contentDisposition(isInline ? "inline" : "attachment", name),
    "x-content-type-options": "nosniff",
    "content-security-policy": policy,
    "cross-origin-resource-policy": isPublic ? "cross-origin" : "same-site",
    "referrer-policy": "no-referrer",
    "x-robots-tag": isPublic ? "all" : "noindex, nofollow",
    "cache-control": isPublic ? "public, max-age=31536000, immutable" : "private, max-age=3600",
    "accept-ranges": "bytes",
    etag: `"${sha256.toString("base64url")}"`,
  });
}

/** Whether the client has the file already (RFC 9110, 13.1.2). */
function isNotModified({ headers }: FastifyRequest, { sha256 }: ServedFile): boolean {
  const header = headers["if-none-match"] ?? "";
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(`"${sha256.toString("base64url")}"`);
}

/** Sets the file's headers only on success: a failure must not be cached for a year. */
async function sendFile(
  files: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
): Promise<FastifyReply> {
  const { bytes } = file;
  const range = rangeOf(request, file);
  if (range === "none") return reply.code(416).header("content-range", `bytes */${bytes}`).send();
  const content = request.method === "HEAD" ? undefined : await contentOf(files, file, range);
  setHeaders(reply, file);
  void reply.header("content-length", range ? range.end - range.start + 1 : bytes);
  if (range) void reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${bytes}`);
  return content ? reply.send(content) : reply.send();
}

function rangeOf({ headers, method }: FastifyRequest, { bytes, sha256 }: ServedFile): ByteRange | "none" | undefined {
  // The client does not want a range of a changed file (RFC 9110, 13.1.5).
  const condition = headers["if-range"];
  const isSame = condition === undefined || condition === `"${sha256.toString("base64url")}"`;
  // Ranges apply to GET only (RFC 9110, 14.2).
  return isSame && method === "GET" ? byteRange(headers.range, bytes) : undefined;
}

async function contentOf(files: FileStore, file: ServedFile, range: ByteRange | undefined): Promise<Readable | Buffer> {
  if ("data" in file) return range ? file.data.subarray(range.start, range.end + 1) : file.data;
  try {
    return await files.read(file.key, range);
  } catch (error) {
    if (error instanceof MissingFileError) throw notFound("The file no longer exists.");
    throw error;
  }
}
