import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { Secrets } from "../../kernel/access/secrets.ts";
import { notFound } from "../../kernel/errors.ts";
import { type ByteRange, type FileStore, MissingFileError } from "../../kernel/files/files.ts";
import { type FoundFile, findFile } from "../../modules/platform/files/find-file.ts";
import { byteRange } from "./headers/byte-range.ts";
import { contentDisposition } from "./headers/content-disposition.ts";

/** What files are served with. */
export interface FilesDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly secrets: Secrets;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What a browser may show by itself: kinds that hold no markup. Everything else it saves. */
const shown = new Set(["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif", "application/pdf"]);

type Asked = { readonly Params: { readonly token: string } };

/**
 * Serves files under `/files/<token>`, to whoever has the URL (docs/design/files.md). What follows the token is not looked at. What
 * people have sent must never run as a page of this origin, whatever it is.
 */
export async function servedFiles(app: FastifyInstance, dependencies: FilesDependencies): Promise<void> {
  for (const url of ["/files/:token", "/files/:token/*"]) {
    app.route<Asked>({
      // The framework's own HEAD would say that there are no bytes.
      method: ["GET", "HEAD"],
      url,
      async handler(request, reply) {
        const { database, secrets, clock } = dependencies;
        const file = await findFile(database, secrets, request.params.token, clock());
        if (!file) throw notFound("There is no such file, or its address has expired.");
        if (!isKnown(request, file)) return sendFile(dependencies.files, request, reply, file);
        setHeaders(reply, file);
        return reply.code(304).send();
      },
    });
  }
}

function setHeaders(reply: FastifyReply, { contentType, name, sha256, isPublic }: FoundFile): void {
  const isShown = shown.has(contentType);
  const type = contentType === "text/plain" ? "text/plain; charset=utf-8" : contentType;
  // A browser's own viewer for PDF runs apart from the page, and shows nothing in a sandbox.
  const policy = contentType === "application/pdf" ? "default-src 'none'" : "default-src 'none'; sandbox";
  void reply.headers({
    "content-type": type,
    "content-disposition": contentDisposition(isShown ? "inline" : "attachment", name),
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

/** Whether the client has it already (RFC 9110, 13.1.2). */
function isKnown({ headers }: FastifyRequest, { sha256 }: FoundFile): boolean {
  const known = headers["if-none-match"] ?? "";
  const tags = known.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(`"${sha256.toString("base64url")}"`);
}

/** What goes wrong is answered without the headers of the file: nobody is to keep a failure for a year. */
async function sendFile(
  files: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  file: FoundFile,
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

function rangeOf({ headers, method }: FastifyRequest, { bytes, sha256 }: FoundFile): ByteRange | "none" | undefined {
  // A range of what it has become since, a client does not want (RFC 9110, 13.1.5).
  const condition = headers["if-range"];
  const isSame = condition === undefined || condition === `"${sha256.toString("base64url")}"`;
  // Only GET knows ranges (RFC 9110, 14.2).
  return isSame && method === "GET" ? byteRange(headers.range, bytes) : undefined;
}

async function contentOf(files: FileStore, { key }: FoundFile, range: ByteRange | undefined): Promise<Readable> {
  try {
    return await files.read(key, range);
  } catch (error) {
    if (error instanceof MissingFileError) throw notFound("The file is not there any more.");
    throw error;
  }
}
