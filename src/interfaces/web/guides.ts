import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { compressAnswers } from "../http/compression.ts";
import { sendPage } from "./pages/answer.ts";
import { type GuideLink, guidePage } from "./pages/guide-page.ts";
import { allowOwnScript } from "./pages/page-headers.ts";

/** The guides of docs/ that are served, in reading order. */
const guides: readonly (GuideLink & { readonly file: string })[] = [
  { title: "Getting started", path: "/docs", file: "guide.md" },
  { title: "From clone to first booking", path: "/docs/getting-started", file: "getting-started.md" },
  { title: "Connecting a channel", path: "/docs/guide-channel", file: "guide-channel.md" },
  { title: "A website of one's own", path: "/docs/guide-website", file: "guide-website.md" },
  { title: "A pricing tool", path: "/docs/guide-pricing-tool", file: "guide-pricing-tool.md" },
  { title: "A report for owners", path: "/docs/guide-owner-report", file: "guide-owner-report.md" },
  { title: "Change notifications", path: "/docs/guide-webhooks", file: "guide-webhooks.md" },
  { title: "Connecting an application", path: "/docs/oauth", file: "oauth.md" },
  { title: "How prices are made", path: "/docs/pricing", file: "pricing.md" },
  { title: "Calendars (iCal)", path: "/docs/calendars", file: "calendars.md" },
  { title: "Cleaning", path: "/docs/cleaning", file: "cleaning.md" },
  { title: "Events: feed, webhooks, audit", path: "/docs/events", file: "events.md" },
  { title: "Payments", path: "/docs/payments", file: "payments.md" },
  { title: "Payouts", path: "/docs/payouts", file: "payouts.md" },
  { title: "Owners' statements", path: "/docs/statements", file: "statements.md" },
  { title: "Reports", path: "/docs/reports", file: "reports.md" },
  { title: "Personal data of guests", path: "/docs/personal-data", file: "personal-data.md" },
  { title: "AI agents", path: "/docs/agents", file: "agents.md" },
];

/** The URL in the guides' source, replaced by the service's own. */
const writtenUrl = "https://localhost:3443";

/** Serves the guides of docs/ as pages, with this service's own URL in their examples. @param baseUrl without a slash at the end */
export function guideRoutes(app: FastifyInstance, baseUrl: string): void {
  compressAnswers(app);
  const links = guides.map(({ title, path }) => ({ title, path }));
  for (const { file, path, title } of guides) {
    // Rendered on first use, to keep startup fast.
    let document: string | undefined;
    app.get(path, async (_request, reply) => {
      document ??= guidePage({ title, path, markdown: await markdownOf(file, baseUrl) }, links, pathOfFile);
      allowOwnScript(reply);
      return sendPage(reply, document);
    });
  }
}

async function markdownOf(file: string, baseUrl: string): Promise<string> {
  const text = await readFile(new URL(`../../../docs/${file}`, import.meta.url), "utf8");
  return text.replaceAll(writtenUrl, baseUrl);
}

/** Maps a link between files of docs/ to a page; undefined when the file is not served. */
function pathOfFile(link: string): string | undefined {
  const [file, anchor] = link.split("#");
  const found = guides.find((guide) => guide.file === file);
  return found && `${found.path}${anchor === undefined ? "" : `#${anchor}`}`;
}
