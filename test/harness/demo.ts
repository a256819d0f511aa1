import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import type { DemoSummary } from "../../src/app/demo/content.ts";
import { seedDemoOnce } from "../../src/app/demo/demo.ts";
import { dayOfInstant } from "../../src/core/day.ts";
import { noFiles } from "./files.ts";
import { onceARun } from "./once-a-run.ts";
import { testSecrets } from "./secrets.ts";
import { type Contents, fillOnce, type TestService, useService } from "./service.ts";

/** The demo in a service. */
export interface DemoOfTheDay {
  /** Its day, by the database's clock. */
  readonly today: number;
  readonly seeded: DemoSummary;
}

/** Opens a service with today's demo. Seeding takes seconds, so it is done once per run and copied for each file. */
export const useDemoService = (options: Omit<Parameters<typeof useService>[0], "copied"> = {}): TestService =>
  useService({ ...options, copied: demoContents });

/** Reads the demo that such a service begins with. */
export async function demoOfTheDay(): Promise<DemoOfTheDay> {
  return JSON.parse(await readFile(notes(), "utf8"));
}

/** One per day: a run may cross midnight, but no file does. */
const name = (): string => `demo_${dayOfInstant(Date.now())}`;
const notes = (): string => join(inject("ofTheRun"), `${name()}.json`);

async function demoContents(): Promise<Contents> {
  const contents = { database: `roost_${name()}`, files: join(inject("ofTheRun"), `files-of-${name()}`) };
  await onceARun(notes(), async () => note(await fillOnce(contents, demoIn)));
  return contents;
}

async function demoIn(service: TestService): Promise<DemoOfTheDay> {
  const [row] = await service.sql("select (extract(epoch from now()) * 1000)::float as now");
  const today = dayOfInstant(Number(row?.now));
  const seeded = await seedDemoOnce(service.database, { secrets: testSecrets, files: noFiles }, { today });
  if (!seeded) throw new Error("the database is not empty");
  return { today, seeded };
}

async function note(demo: DemoOfTheDay): Promise<void> {
  // Renamed when complete, so that no worker reads a partial file.
  await writeFile(`${notes()}.new`, JSON.stringify(demo));
  await rename(`${notes()}.new`, notes());
}
