import type { MailBlock, MailContent } from "./mail-template.ts";

/** A mail as text and HTML. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const maxSubjectLength = 200;

/**
 * The layout of all mails. Only the layout escapes a block's content. A reader without pictures, styles or HTML misses
 * nothing.
 * @param footer the reason for this mail
 */
export function layOut(content: MailContent, footer: string, language: string): RenderedMail {
  const subject = subjectOf(content.subject);
  const blocks: readonly MailBlock[] = [...content.blocks, { kind: "fine", text: footer }];
  return {
    subject,
    text: `${blocks.map(asText).join("\n\n")}\n`,
    html: documentOf(subject, language, blocks.map(asHtml).join("\n")),
  };
}

/** One line without control characters, so that no text can add a header. */
function subjectOf(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length > maxSubjectLength ? `${characters.slice(0, maxSubjectLength - 1).join("")}…` : line;
}

function asText(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return printable(block.text);
    case "fine":
      return `--\n${printable(block.text)}`;
    case "quote":
      return printable(block.text)
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n");
    case "button":
      return `${printable(block.label)}:\n${block.url}`;
    case "lines":
      return block.rows.map(({ label, value }) => `${printable(label)}: ${printable(value)}`).join("\n");
  }
}

const [ink, faint, rule, accent] = ["#1f2a2e", "#5c6b70", "#dfe5e2", "#1f6f5c"];

function asHtml(block: MailBlock): string {
  switch (block.kind) {
    case "paragraph":
      return `<p dir="auto" style="margin:0 0 16px">${lines(block.text)}</p>`;
    case "fine":
      return `<p dir="auto" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${rule};font-size:13px;color:${faint}">${lines(block.text)}</p>`;
    case "quote":
      return `<blockquote dir="auto" style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid ${rule}">${lines(block.text)}</blockquote>`;
    case "button":
      return `<p style="margin:0 0 24px"><a href="${escaped(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600">${escaped(block.label)}</a></p>`;
    case "lines":
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 16px;border-collapse:collapse">\n${block.rows.map(rowOf).join("\n")}\n</table>`;
  }
}

function rowOf({ label, value, strong }: { label: string; value: string; strong?: boolean }): string {
  const weight = strong ? ";font-weight:600" : "";
  const cell = `padding:6px 0;border-bottom:1px solid ${rule};vertical-align:top${weight}`;
  return `<tr><td dir="auto" style="${cell}">${lines(label)}</td><td dir="auto" style="${cell};text-align:right;padding-left:16px">${lines(value)}</td></tr>`;
}

function documentOf(title: string, language: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f6f5">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:${ink};overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

const lines = (text: string): string => escaped(text).replaceAll("\n", "<br>");

function escaped(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => escapes[character] ?? "");
}

/** Removes invisible characters, such as zero bytes; normalizes line breaks. */
function printable(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .toWellFormed();
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
