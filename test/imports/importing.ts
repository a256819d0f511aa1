import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Mapping } from "../../src/modules/records/imports/mapping.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { until } from "../harness/until.ts";

/** Imports files by the API, as a person does: create, wait for the dry run, apply, wait. */
export interface ImportChoices {
  readonly kind?: string;
  readonly mapping?: Mapping;
  readonly apply?: boolean;
  readonly skipWrong?: boolean;
}

/** Reads one of the folder's files. */
export const caseFile = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, "cases", name));

export const underway = ({ state }: Json): boolean => state === "checking" || state === "applying";

/** Waits for the end of an import's run. */
export async function ended(client: ApiClient, id: unknown): Promise<Json> {
  let found: Json = {};
  await until(async () => {
    found = recordOf(await client.get(`/imports/${id}`), "imports");
    return !underway(found);
  });
  return found;
}

/** Checks a file, and applies it if asked to. @returns the import */
export async function imported(
  client: ApiClient,
  file: Buffer | string,
  { kind = "bookings", mapping, apply = true, skipWrong = false }: ImportChoices = {},
): Promise<Json> {
  const body = {
    kind,
    file: Buffer.from(file).toString("base64"),
    skip_wrong: skipWrong,
    ...(mapping ? { mapping } : {}),
  };
  const answer = await client.post("/imports", { imports: [body] });
  expect(answer.status, answer.text).toBe(202);
  const checked = await ended(client, recordOf(answer, "imports").id);
  const isGood = checked.state === "checked" && (checked.wrong_count === 0 || skipWrong);
  if (!apply || !isGood) return checked;
  const applying = await client.post(`/imports/${checked.id}/apply`);
  expect(applying.status, applying.text).toBe(202);
  return ended(client, checked.id);
}
