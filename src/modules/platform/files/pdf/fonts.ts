import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { lazy } from "../../../../core/lazy.ts";

/** The weights of the typeface, which the console uses too. */
export type Weight = 400 | 700;

/** The typeface's files by script, in the order in which a character is sought. */
const scripts = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

type Script = (typeof scripts)[number];

const require = createRequire(import.meta.url);
const pathOf = (name: string): string => require.resolve(`@fontsource/roboto/${name}`);

/** A part of a text that one file can show. */
export interface Run {
  readonly font: string;
  readonly text: string;
}

interface Range {
  readonly script: Script;
  readonly first: number;
  readonly last: number;
}

/** The typeface: its files by name, and the scripts of its characters. */
export interface Typeface {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly ranges: readonly Range[];
}

/** Loads the typeface on first use. */
export const loadTypeface = lazy(async (): Promise<Typeface> => {
  const files = new Map<string, Buffer>();
  for (const script of scripts) {
    for (const weight of [400, 700] as const)
      files.set(`${script}-${weight}`, await readFile(pathOf(`files/roboto-${script}-${weight}-normal.woff`)));
  }
  const unicode: unknown = JSON.parse(await readFile(pathOf("unicode.json"), "utf8"));
  return { files, ranges: scripts.flatMap((script) => rangesOf(script, unicode)) };
});

/** Splits a text by the files that show its characters. A character that none has is shown as a question mark. */
export function runsOf({ ranges }: Typeface, text: string, weight: Weight): Run[] {
  const runs: { font: string; text: string }[] = [];
  for (const character of text.normalize("NFC").replaceAll("\u202f", "\u00a0")) {
    const code = character.codePointAt(0) ?? 0;
    const script = ranges.find(({ first, last }) => first <= code && code <= last)?.script;
    const font = `${script ?? "latin"}-${weight}`;
    const shown = script === undefined ? "?" : character;
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

/** Reads the ranges of a script, such as `U+0000-00FF,U+0131`. */
function rangesOf(script: Script, unicode: unknown): Range[] {
  const list =
    typeof unicode === "object" && unicode !== null ? new Map(Object.entries(unicode)).get(script) : undefined;
  if (typeof list !== "string") throw new Error(`The typeface does not list the characters of ${script}.`);
  return list.split(",").map((part) => {
    const [first = "", last = first] = part.replace("U+", "").split("-");
    return { script, first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) };
  });
}
