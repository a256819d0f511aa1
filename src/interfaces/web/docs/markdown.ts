import { Marked, type Token, type Tokens } from "marked";
import { Html, html } from "../pages/html.ts";

/** The languages of samples; consecutive samples in several of them become tabs. */
const languages: Readonly<Record<string, string>> = { sh: "curl", js: "JavaScript", py: "Python" };

/**
 * A file of docs/ as HTML. Everything shown is escaped.
 * @param pathOf the path of a linked file; undefined if it is not served
 */
export function rendered(markdown: string, pathOf: (link: string) => string | undefined): Html {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${words}</h${depth}>\n`;
      },
      code: (token: Tokens.Code) => codeBlock(token).text,
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const target = /^(https?:|\/|#)/.test(href) ? href : pathOf(href);
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
  const runs = samplesTogether(marked.lexer(markdown));
  return new Html(
    runs.map((run, index) => ("samples" in run ? tabs(run.samples, index).text : marked.parser(run.tokens))).join(""),
  );
}

type Run = { readonly tokens: Token[] } | { readonly samples: readonly Tokens.Code[] };

/** Splits tokens at each run of two or more neighboring samples in different languages. */
function samplesTogether(tokens: readonly Token[]): Run[] {
  const runs: Run[] = [];
  let others: Token[] = [];
  let samples: Tokens.Code[] = [];
  const close = () => {
    if (samples.length < 2) others.push(...samples);
    else {
      runs.push({ tokens: others }, { samples });
      others = [];
    }
    samples = [];
  };
  for (const token of tokens) {
    if (isSample(token) && !samples.some((sample) => languageOf(sample) === languageOf(token))) samples.push(token);
    else if (token.type !== "space" || samples.length === 0) {
      close();
      if (isSample(token)) samples.push(token);
      else others.push(token);
    }
  }
  close();
  return [...runs, { tokens: others }];
}

const isCode = (token: Token): token is Tokens.Code => token.type === "code";
const languageOf = ({ lang }: Tokens.Code): string => lang?.split(" ")[0] ?? "";
const isSample = (token: Token): token is Tokens.Code => isCode(token) && languageOf(token) in languages;

function codeBlock({ text }: Tokens.Code): Html {
  return html`<pre tabindex="0"><code data-copy="example">${text}</code></pre>\n`;
}

/** Tabs without a script: a radio button shows its sample. */
function tabs(samples: readonly Tokens.Code[], group: number): Html {
  const shown = samples.map((sample, index) => {
    const name = html`<input type="radio" name="samples-${group}"${index === 0 ? new Html(" checked") : undefined}> ${languages[languageOf(sample)]}`;
    return html`<label>${name}</label>\n<div class="sample">${codeBlock(sample)}</div>\n`;
  });
  return html`<div class="samples" role="group" aria-label="Samples">\n${shown}</div>\n`;
}

/** The headings of a page's second level, without code marks. */
export function headingsOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
}

/** A heading's anchor: its words in lower case, joined by hyphens. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll("`", "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
