import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { directoryInMemory } from "../harness/in-memory.ts";
import { brokenBuilds } from "./broken.ts";
import { runCampaign } from "./campaign.ts";
import { figuresOf, tableOf } from "./table.ts";

const usage = `npm run campaign -- [--minutes N] [--seed S] [--json FILE] [--broken ${Object.keys(brokenBuilds).join("|")}]

Runs 32 clients against several service processes, a worker, a database and its standby, injects faults, and checks that nothing was
lost, doubled or reported wrongly. Exits with 1 on a violation.

  --minutes N   the duration (default 2)
  --seed S      determines operations and faults; random by default, and printed
  --json FILE   also writes figures and violations to FILE
  --broken B    breaks the build on purpose: the checks must find violations\n`;

/** Ctrl-C ends the work and runs the checks. A second one exits immediately. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "2" },
      seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
      json: { type: "string" },
      broken: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  const broken = values.broken === undefined ? undefined : brokenBuilds[values.broken];
  const isSound = minutes > 0 && Number.isSafeInteger(seed) && (values.broken === undefined || broken !== undefined);
  if (values.help || !isSound) {
    process.stdout.write(usage);
    process.exitCode = isSound ? 0 : 2;
    return;
  }
  const temporary = process.env.TMPDIR ?? directoryInMemory();
  if (temporary !== undefined) process.env.TMPDIR = temporary;
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  report(`${minutes} minutes, seed ${seed}${broken ? `; ${broken.says}` : ""}.`);
  const outcome = await runCampaign({ minutes, seed, broken, report, signal: interrupted.signal });
  const figures = figuresOf(outcome);
  if (values.json !== undefined)
    await writeFile(
      values.json,
      `${JSON.stringify({ seed, minutes, broken: values.broken ?? null, ...figures }, null, 2)}\n`,
    );
  process.stdout.write(`${minutes} minutes, seed ${seed}${broken ? `; ${broken.says}` : ""}\n\n${tableOf(outcome)}\n`);
  process.exitCode = figures.violations.length === 0 ? 0 : 1;
}

await main();
