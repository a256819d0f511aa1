import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { ApiClient } from "./client.ts";
import { idsFrom } from "./drawn-ids.ts";
import { aFixture, copiedIds, type Fixture, type Progress, progressOf, sharedRecords } from "./fixture.ts";
import { onceARun } from "./once-a-run.ts";
import { type Contents, fillOnce, type TestService, useService } from "./service.ts";

/** The fixture's recorded ids. */
interface Notes {
  readonly token: string;
  readonly account: number;
  readonly application: number;
  readonly ids: readonly [string, number | string][];
  readonly gone: readonly [string, number | string][];
  readonly progress: Progress;
}

/** The file with the fixture's ids. */
const notes = (): string => join(inject("ofTheRun"), "filled.json");

/**
 * Opens a service with a fixture, whose ids begin at 1001, and shared records. Building it through the API takes a second, so it is built once
 * per run and copied for each file.
 */
export const useFilledService = (): TestService => useService({ copied: filledContents });

/** Reads the fixture that such a service begins with. */
export async function filledFixture(service: TestService): Promise<Fixture> {
  const noted: Notes = JSON.parse(await readFile(notes(), "utf8"));
  // A token's use is recorded again after ten minutes: that write must not happen during the file's tests.
  await service.sql("update accounts_applications set last_used_at = now() where last_used_at is not null");
  const client = new ApiClient(service.url, noted.token, noted.account, noted.application);
  const ids = copiedIds(new Map(noted.ids), noted.progress);
  return { client, account: noted.account, ids, gone: new Map(noted.gone) };
}

async function filledContents(): Promise<Contents> {
  const contents = { database: "roost_filled", files: join(inject("ofTheRun"), "files") };
  await onceARun(notes(), async () => note(await fillOnce(contents, aFilledAccount)));
  return contents;
}

async function aFilledAccount(service: TestService): Promise<Fixture> {
  const shared = await sharedRecords(service);
  await idsFrom(service, 1001);
  return aFixture(service, shared, await service.aClient(await service.anAccount()));
}

async function note({ client: { token = "", application }, account, ids, gone }: Fixture): Promise<void> {
  const noted: Notes = { token, account, application, ids: [...ids], gone: [...gone], progress: progressOf(ids) };
  // Renamed when complete, so that no worker reads a partial file.
  await writeFile(`${notes()}.new`, JSON.stringify(noted));
  await rename(`${notes()}.new`, notes());
}
