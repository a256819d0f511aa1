import { existsSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { fillSteadily } from "./steady-fill.ts";

/**
 * Chromium's sandbox does not work as root, which CI often uses. The tests load only our own pages. A service worker needs a certificate that
 * the browser accepts; the tests' is nobody's.
 */
const args = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--ignore-certificate-errors"];

/** For busy machines: only a page that hangs takes this long. Less than a test's limit, so that the failure names the locator. */
const patienceMs = 90_000;

let shared: Promise<Browser> | undefined;

/** The worker's browser, shared because starting one is slow. Each test closes what it opens. */
export async function aBrowser(): Promise<Browser> {
  // After a crash the next test gets a new browser.
  if (shared && !(await shared).isConnected()) shared = undefined;
  shared ??= launched().then((browser) => browser.on("context", prepare));
  return shared;
}

function prepare(context: BrowserContext): void {
  context.setDefaultTimeout(patienceMs);
  context.once("page", fillSteadily);
}

/**
 * Starts a real Chromium. On Linux it comes from an npm package; elsewhere the package has none, and the machine's Chrome is used.
 */
async function launched(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome" });
  const index = await unpacked();
  // Use the package's fonts: a fresh machine may have none, and font widths differ.
  // Chromium does not run under libfaketime (test/on-another-day.sh), so its clock is the real one.
  const { LD_PRELOAD: _, ...own } = process.env;
  const env = { ...own, FONTCONFIG_FILE: join(index, "roost-fonts.conf") };
  return chromium.launch({ executablePath: join(index, "chromium"), args, env });
}

/**
 * The folder with the browser, unpacked once per release. It is renamed when complete, so concurrent tests never use a partial one.
 */
async function unpacked(): Promise<string> {
  const packed = dirname(dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium"))));
  const { version }: { version?: unknown } = JSON.parse(await readFile(join(packed, "package.json"), "utf8"));
  // Outside the run's temporary directory, because all runs share it.
  const index = join("/tmp", `roost-chromium-${version}-${process.getuid?.()}`);
  if (existsSync(index)) return index;
  const { default: sparticuz } = await import("@sparticuz/chromium");
  sparticuz.setGraphicsMode = false;
  const temporary = await mkdtemp(`${index}-`);
  const before = process.env.TMPDIR;
  // The package unpacks into the current temporary directory.
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
