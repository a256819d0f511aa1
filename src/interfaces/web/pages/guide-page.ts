import { Marked, type Tokens } from "marked";
import { copyScriptUrl } from "./assets/copy-script.ts";
import { Html, html } from "./html.ts";
import { page } from "./layout.ts";

export interface GuideLink {
  readonly title: string;
  readonly path: string;
}

export interface Guide extends GuideLink {
  readonly markdown: string;
}

/** Where the reference of all operations is. */
export const referencePath = "/docs/reference";

/**
 * A guide as a page, beside the list of all guides.
 * @param pathOfFile where a link to another file leads; undefined for one that is not served
 */
export function guidePage(
  guide: Guide,
  guides: readonly GuideLink[],
  pathOfFile: (file: string) => string | undefined,
): string {
  const sections = sectionsOf(guide.markdown);
  const links = guides.map((link) => (link.path === guide.path ? { ...link, sections } : link));
  const before = links.map((link) => html`<li>${contentsLink(link, guide.path)}</li>`);
  return framed(
    guide,
    [...before, html`<li>${contentsLink(resources, guide.path)}</li>`],
    rendered(guide.markdown, pathOfFile),
  );
}

/**
 * A page of the generated documentation, in the look of the guides.
 * @param below what stands below the list of all resources, such as the one that is open
 */
export function documentationPage(open: GuideLink, below: readonly ContentsLink[], article: Html): string {
  const list = below.map((link) => html`<li>${contentsLink(link, open.path)}</li>`);
  const start = html`<li>${contentsLink({ title: "Getting started", path: "/docs" }, open.path)}</li>`;
  return framed(open, [start, html`<li>${contentsLink(resources, open.path)}</li>`, ...list], article);
}

/** A link of the contents, with what is on its page when that is open. */
export interface ContentsLink extends GuideLink {
  readonly sections?: readonly string[];
}

const resources: GuideLink = { title: "Resources", path: "/docs/resources" };

function framed({ title }: GuideLink, contents: readonly Html[], article: Html): string {
  const body = html`<div class="guide">
<nav class="contents" aria-label="Documentation">
<ul>${contents}
<li><a href="${referencePath}">Reference of all operations</a></li>
<li><a href="/api/v3/openapi.json">OpenAPI document</a></li></ul>
</nav>
<article class="card prose">
${article}
</article>
</div>`;
  return page({ title, body, script: copyScriptUrl });
}

function contentsLink({ title, path, sections = [] }: ContentsLink, open: string): Html {
  if (path !== open) return html`<a href="${path}">${title}</a>`;
  if (sections.length === 0) return html`<a href="${path}" aria-current="page">${title}</a>`;
  return html`<a href="${path}" aria-current="page">${title}</a>
<ul class="sections">${sections.map((section) => html`<li><a href="#${anchorOf(section)}">${section}</a></li>`)}</ul>`;
}

function sectionsOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
}

/** Our own Markdown as HTML. The files are the project's, so what they say is trusted; what they show is escaped all the same. */
function rendered(markdown: string, pathOfFile: (file: string) => string | undefined): Html {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text.replaceAll("`", ""))}">${words}</h${depth}>\n`;
      },
      code({ text }: Tokens.Code) {
        return html`<pre tabindex="0"><code data-copy="example">${text}</code></pre>\n`.text;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const target = /^(https?:|\/|#)/.test(href) ? href : pathOfFile(href);
        return target === undefined ? words : html`<a href="${target}">${new Html(words)}</a>`.text;
      },
      table(token: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="scrolls" tabindex="0"><table><thead><tr>${cells(token.header, "th")}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => html`${text}`.text,
    },
  });
  const parsed = marked.parse(markdown, { async: false });
  return new Html(parsed);
}

/** The anchor of a heading: its words in small letters, joined by hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
