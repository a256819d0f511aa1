import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { ApiClient } from "./client.ts";
import { idsFrom } from "./drawn-ids.ts";
import { aFixture, copiedIds, type Fixture, type Progress, progressOf, sharedRecords } from "./fixture.ts";
import { onceARun } from "./once-a-run.ts";
import { type Contents, fillOnce, type TestService, useService } from "./service.ts";

/** What is noted of the fixture. */
interface Notes {
  readonly token: string;
  readonly account: number;
  readonly application: number;
  readonly ids: readonly [string, number | string][];
  readonly gone: readonly [string, number | string][];
  readonly progress: Progress;
}

/** Where the ids of the fixture are noted, as soon as it is made. */
const notes = (): string => join(inject("ofTheRun"), "filled.json");

/**
 * A service that begins with a fixture, whose ids begin at 1001, and with what belongs to everybody. To build it through the API takes a
 * second; that is done once a run, and each file has a copy of its own.
 */
export const useFilledService = (): TestService => useService({ copied: filledContents });

/** The fixture that such a service begins with. */
export async function filledFixture(service: TestService): Promise<Fixture> {
  const noted: Notes = JSON.parse(await readFile(notes(), "utf8"));
  // Ten minutes after the token's last use, the next use is a write, which would come in the middle of the file's tests.
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
  // Under its name when it is whole: nobody reads half of it.
  await writeFile(`${notes()}.new`, JSON.stringify(noted));
  await rename(`${notes()}.new`, notes());
}
