import PDFDocument from "pdfkit";
import { runsOf, type Typeface, type Weight } from "./fonts.ts";

/** A4 in points, with its margins. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 539, top: 50, bottom: 752 } as const;

/** A text's look. */
export interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  readonly align?: "left" | "right";
}

const ink = "#1a1a1a";
export const faint = "#666666";
/** Of a line, in sizes. */
const lineHeight = 1.35;

/** A document of A4 pages. Positions are in points from the upper left; texts wrap into a column's width. */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  private readonly typeface: Typeface;
  private readonly chunks: Buffer[] = [];
  private readonly finished: Promise<Buffer>;

  /** @param info the file's properties; its date makes equal documents equal files */
  constructor(
    typeface: Typeface,
    info: { readonly Title: string; readonly Author: string; readonly CreationDate: Date; readonly lang: string },
  ) {
    this.typeface = typeface;
    const { lang, ...properties } = info;
    this.document = new PDFDocument({
      size: "A4",
      margin: 0,
      bufferPages: true,
      autoFirstPage: true,
      lang,
      displayTitle: true,
      info: { ...properties, Producer: "Roost", Creator: "Roost", ModDate: info.CreationDate },
    });
    for (const [name, file] of typeface.files) this.document.registerFont(name, file);
    this.finished = new Promise((resolve, reject) => {
      this.document.on("data", (chunk: Buffer) => this.chunks.push(chunk));
      this.document.on("end", () => resolve(Buffer.concat(this.chunks)));
      this.document.on("error", reject);
    });
  }

  /** Writes a text into a column. @returns the position below it */
  write(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const { size = 9, weight = 400, color = ink, align = "left" } = style;
    let below = y;
    for (const line of this.linesOf(text, width, { size, weight })) {
      const start = align === "right" ? x + width - this.widthOf(line, { size, weight }) : x;
      this.writeLine(line, start, below, { size, weight, color });
      below += size * lineHeight;
    }
    return below;
  }

  /** The height of a text in a column. */
  heightOf(text: string, width: number, { size = 9, weight = 400 }: TextStyle = {}): number {
    return this.linesOf(text, width, { size, weight }).length * size * lineHeight;
  }

  /** Draws a horizontal line over the page's width. */
  rule(y: number, color = "#cccccc"): void {
    this.document.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.5).strokeColor(color).stroke();
  }

  /** Ends the file. */
  finish(): Promise<Buffer> {
    this.document.end();
    return this.finished;
  }

  private writeLine(text: string, x: number, y: number, style: Required<Omit<TextStyle, "align">>): void {
    let position = x;
    this.document.fillColor(style.color).fontSize(style.size);
    for (const { font, text: part } of runsOf(this.typeface, text, style.weight)) {
      this.document.font(font).text(part, position, y, { lineBreak: false });
      position += this.document.widthOfString(part);
    }
  }

  private widthOf(text: string, { size, weight }: { readonly size: number; readonly weight: Weight }): number {
    this.document.fontSize(size);
    return runsOf(this.typeface, text, weight).reduce(
      (sum, { font, text: part }) => sum + this.document.font(font).widthOfString(part),
      0,
    );
  }

  /** Breaks a text into lines at spaces, and words that are too long anywhere. */
  linesOf(text: string, width: number, { size = 9, weight = 400 }: TextStyle = {}): string[] {
    const style = { size, weight };
    return text.split("\n").flatMap((paragraph) => {
      const lines: string[] = [];
      let line = "";
      for (const word of paragraph.split(" ").flatMap((whole) => this.pieces(whole, width, style))) {
        const longer = line === "" ? word : `${line} ${word}`;
        if (line !== "" && this.widthOf(longer, style) > width) {
          lines.push(line);
          line = word;
        } else line = longer;
      }
      return [...lines, line];
    });
  }

  private pieces(word: string, width: number, style: { readonly size: number; readonly weight: Weight }): string[] {
    if (this.widthOf(word, style) <= width) return [word];
    const pieces: string[] = [];
    let piece = "";
    for (const character of word) {
      if (piece !== "" && this.widthOf(piece + character, style) > width) {
        pieces.push(piece);
        piece = "";
      }
      piece += character;
    }
    return [...pieces, piece];
  }
}
