import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { compressAnswers } from "../../../http/compression.ts";
import { cleaningScript, cleaningScriptVersion } from "./cleaning-script.ts";
import { copyScript, copyScriptVersion } from "./copy-script.ts";
import { fontFaces } from "./fonts.ts";
import { icon } from "./mark.ts";

const readAsset = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
/** The design tokens of all pages, including the console. */
export const tokens = readAsset("./tokens.css");
const css = `${tokens}\n${fontFaces()}\n${readAsset("./roost.css")}`;
const version = createHash("sha256").update(css).digest("base64url").slice(0, 12);

/** The stylesheet's URL. It changes with the content, so browsers can cache it forever. */
export const stylesheetUrl = `/assets/roost.css?v=${version}`;

const yearSeconds = 365 * 24 * 3600;

const scripts = [
  { path: "/assets/copy.js", script: copyScript, version: copyScriptVersion },
  { path: "/assets/cleaning.js", script: cleaningScript, version: cleaningScriptVersion },
];

/** Serves the stylesheet, the scripts and the icon. */
export async function assets(app: FastifyInstance): Promise<void> {
  compressAnswers(app);
  // A page of another release requests another version. It gets this one, but must not cache it under that URL.
  app.get<{ Querystring: { v?: unknown } }>("/assets/roost.css", async (request, reply) =>
    asset(reply, "text/css; charset=utf-8", request.query.v === version ? yearSeconds : undefined).send(css),
  );
  for (const { path, script, version: own } of scripts)
    app.get<{ Querystring: { v?: unknown } }>(path, async (request, reply) =>
      asset(reply, "text/javascript; charset=utf-8", request.query.v === own ? yearSeconds : undefined).send(script),
    );
  app.get("/assets/roost.svg", async (_request, reply) => asset(reply, "image/svg+xml", 24 * 3600).send(icon));
}

function asset(reply: FastifyReply, type: string, seconds: number | undefined): FastifyReply {
  return reply.type(type).headers({
    "cache-control": seconds === undefined ? "no-cache" : `public, max-age=${seconds}, immutable`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
}
