import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { compressAnswers } from "../../http/compression.ts";

const css = readFileSync(new URL("./assets/site.css", import.meta.url), "utf8");
const version = createHash("sha256").update(css).digest("base64url").slice(0, 12);

/** The stylesheet of booking sites. Its URL changes with the content, so browsers can cache it forever. */
export const siteStylesUrl = `/assets/site.css?v=${version}`;

const widget = readFileSync(new URL("./assets/widget.js", import.meta.url), "utf8");

/** Seconds that other sites keep the widget: its address has no version. */
const widgetSeconds = 3600;

/** Seconds of a year. */
const yearSeconds = 365 * 24 * 3600;

/** Serves the booking sites' own stylesheet, and the widget for other sites. */
export async function siteAssets(app: FastifyInstance): Promise<void> {
  compressAnswers(app);
  app.get<{ Querystring: { v?: unknown } }>("/assets/site.css", async (request, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .headers({
        // A page of another release requests another version, and must not cache this one under that address.
        "cache-control": request.query.v === version ? `public, max-age=${yearSeconds}, immutable` : "no-cache",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      })
      .send(css),
  );
  app.get("/widget.js", async (_request, reply) =>
    reply
      .type("text/javascript; charset=utf-8")
      .headers({
        "cache-control": `public, max-age=${widgetSeconds}`,
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "cross-origin",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      })
      .send(widget),
  );
}
