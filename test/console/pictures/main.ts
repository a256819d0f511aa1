import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { directoryInMemory } from "../../harness/in-memory.ts";
import { aBrowser } from "../../web/browser.ts";
import { aFilledConsole } from "./filled-console.ts";
import { picturesOf } from "./picture.ts";
import { readmePictures } from "./readme.ts";
import { screens } from "./screens.ts";
import { writeSheet } from "./sheet.ts";
import { looks, states } from "./states.ts";

const usage = `npm run pictures -- [--into DIRECTORY] [--state ${states.join("|")}] [--screen NAME] [--readme]

Takes screenshots of every console screen in every state, at both widths: one file per screen, and one sheet per state and
look.

  --into DIRECTORY  the output directory (default ./pictures)
  --state STATE     only this state
  --screen NAME     only screens whose name starts with NAME
  --readme          take the README's pictures into docs/ instead\n`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      into: { type: "string", default: "pictures" },
      state: { type: "string" },
      screen: { type: "string", default: "" },
      readme: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const chosen = states.filter((state) => values.state === undefined || state === values.state);
  if (values.help || chosen.length === 0) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  process.env.TMPDIR ??= directoryInMemory();
  const directory = await mkdtemp(join(process.env.TMPDIR ?? "/tmp", "roost-pictures-"));
  const browser = await aBrowser();
  const service = await aFilledConsole(directory);
  const taking = { browser, service, screens: screens.filter(({ name }) => name.startsWith(values.screen)) };
  try {
    if (values.readme) return await readmePictures({ ...taking, folder: directory });
    for (const state of chosen) {
      for (const look of looks) {
        const name = `${state}-${look.size}-${look.colorScheme}`;
        const folder = join(values.into, name);
        await mkdir(folder, { recursive: true });
        const taken = await picturesOf({ ...taking, state, look, folder });
        await writeSheet(taken, join(values.into, `${name}.png`));
        process.stdout.write(`${name}: ${taken.length} screens\n`);
      }
    }
  } finally {
    await browser.close();
    await service.end();
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

await main();
