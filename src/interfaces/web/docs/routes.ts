import type { FastifyInstance } from "fastify";
import { compressAnswers } from "../../http/compression.ts";
import { sendPage } from "../pages/answer.ts";
import { allowOwnScript } from "../pages/page-headers.ts";
import { docsPages, pathOfLink } from "./contents.ts";
import { headingsOf, rendered } from "./markdown.ts";
import { docsPage } from "./page.ts";
import { markdownOf } from "./read-file.ts";

/** Serves docs/ as pages whose examples use this service's own URL. @param baseUrl without a slash at the end */
export function docsRoutes(app: FastifyInstance, baseUrl: string): void {
  compressAnswers(app);
  for (const { file, path, title } of docsPages) {
    let document: string | undefined;
    app.get(path, async (_request, reply) => {
      if (document === undefined) {
        const markdown = await markdownOf(file, baseUrl);
        const article = rendered(markdown, (link) => pathOfLink(link, file));
        document = docsPage({ title, path, headings: headingsOf(markdown) }, article);
      }
      allowOwnScript(reply);
      return sendPage(reply, document);
    });
  }
}
