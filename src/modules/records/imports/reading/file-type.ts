import { RequestError } from "../../../../kernel/errors.ts";

/** Files that are no CSV, by their first bytes. */
const signatures: readonly (readonly [start: Buffer, name: string])[] = [
  [Buffer.from("504b0304", "hex"), "a spreadsheet or an archive"],
  [Buffer.from("d0cf11e0", "hex"), "a spreadsheet"],
  [Buffer.from("1f8b", "hex"), "an archive"],
  [Buffer.from("%PDF-"), "a PDF"],
];

const markup = /^\s*<(?:!doctype|\?xml|html|table|meta|div)\b/i;

/** @throws RequestError 400 for a file that is not text in rows. Unpacks nothing */
export function assertText(content: Buffer): void {
  const found = signatures.find(([start]) => content.subarray(0, start.length).equals(start))?.[1];
  const name = found ?? (isMarkup(content) ? "a web page or XML, whatever its name says" : undefined);
  if (name !== undefined) throw new RequestError("bad_request", `The file is ${name}. Save it as CSV.`);
}

const isMarkup = (content: Buffer): boolean =>
  markup.test(content.subarray(0, 200).toString("utf8").replace("\uFEFF", ""));
