import type { FastifyInstance, FastifyReply } from "fastify";
import { lazy } from "../../../core/lazy.ts";
import { acceptedCoding } from "../../http/bodies/content-coding.ts";
import { compressAnswers } from "../../http/compression.ts";
import { setPageHeaders } from "../pages/page-headers.ts";
import { type BuiltConsole, type BuiltFile, type BuiltPage, builtConsole, installableNames } from "./built-files.ts";
import { notBuiltPage } from "./not-built-page.ts";

/** Allows this service's own resources only, no inline script, and one style element by its digest. */
const contentSecurityPolicy = ({ styleSource }: BuiltPage): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styleSource}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");

const yearSeconds = 365 * 24 * 3600;

/** Serves the web console (console.md): its assets, and its page at every other path below /console. */
export async function consolePages(app: FastifyInstance): Promise<void> {
  const built = lazy(builtConsole);
  compressAnswers(app);
  app.addHook("onRequest", async (_request, reply) => setPageHeaders(reply));
  app.get<{ Params: { "*": string } }>("/console/assets/*", async (request, reply) =>
    sendAsset(reply, built()?.assets.get(request.params["*"])),
  );
  for (const name of installableNames)
    app.get(`/console/${name}`, async (_request, reply) => sendInstallable(reply, built(), name));
  for (const path of ["/console", "/console/*"]) app.get(path, async (_request, reply) => sendPage(reply, built()));
}

function sendPage(reply: FastifyReply, built: BuiltConsole | undefined): FastifyReply {
  void reply.type("text/html; charset=utf-8");
  if (!built) return reply.code(503).send(notBuiltPage());
  return reply.header("content-security-policy", contentSecurityPolicy(built.page)).send(built.page.body);
}

function sendAsset(reply: FastifyReply, file: BuiltFile | undefined): FastifyReply {
  if (!file) {
    reply.callNotFound();
    return reply;
  }
  const { body, type, compressed } = file;
  const coding = acceptedCoding(reply.request.headers["accept-encoding"], [...compressed.keys()]);
  void reply.type(type).header("cache-control", `public, max-age=${yearSeconds}, immutable`);
  if (coding) void reply.headers({ "content-encoding": coding, vary: "accept-encoding" });
  return reply.send(coding ? compressed.get(coding) : body);
}

/** A service worker's own policy: it connects to this service only. It is revalidated with each visit, so a release replaces it at once. */
function sendInstallable(reply: FastifyReply, built: BuiltConsole | undefined, name: string): FastifyReply {
  const file = built?.installable.get(name);
  if (!file) {
    reply.callNotFound();
    return reply;
  }
  const policy = "default-src 'none'; connect-src 'self'";
  return reply
    .headers({ "content-security-policy": policy, "cache-control": "no-cache" })
    .type(file.type)
    .send(file.body);
}
