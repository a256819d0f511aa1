import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { roostHere } from "../cli/roost.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { urlOf } from "../harness/databases.ts";
import { ownerOf } from "../harness/own-objects.ts";
import type { TestService } from "../harness/service.ts";
import { type ImportChoices, imported } from "./importing.ts";

/** Imports a file into a client's account. @returns counts as the API has them, with its problems */
export type Way = (client: ApiClient, file: Buffer | string, choices?: ImportChoices) => Promise<Json>;

/** The two ways in: the API, and the command line, each with a dry run before. */
export const waysInto = (service: TestService): Readonly<Record<"API" | "command line", Way>> => ({
  API: imported,
  async "command line"(client, file, { kind = "bookings", mapping, apply = true, skipWrong = false } = {}) {
    const directory = await mkdtemp(join(tmpdir(), "roost-test-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const settings = { DATABASE_URL: urlOf(await ownerOf(service)), ROOST_DATA_DIR: directory };
    const path = join(directory, "file.csv");
    await writeFile(path, file);
    const words = ["import", path, "--account", String(client.account), "--kind", kind, "--json"];
    if (mapping) {
      await writeFile(join(directory, "mapping.json"), JSON.stringify(mapping));
      words.push("--mapping", join(directory, "mapping.json"));
    }
    if (skipWrong) words.push("--skip-wrong");
    const run = async (more: readonly string[]): Promise<Json> => {
      const { out, err } = await roostHere(settings, [...words, ...more]);
      if (out === "") throw new Error(err);
      return JSON.parse(out);
    };
    const checked = await run([]);
    const found = apply ? await run(["--apply"]) : checked;
    return {
      ...{ state: found.applied === true ? "applied" : "checked", dry_run: checked, error: null },
      ...{ created_count: found.created, updated_count: found.updated, unchanged_count: found.unchanged },
      ...{ wrong_count: found.wrong, clients_count: found.clients, forgotten_count: found.forgotten },
      problems: problemsIn(found.problems),
    };
  },
});

/** Problems of a whole line have no column in the command's JSON. */
const problemsIn = (problems: unknown): unknown =>
  Array.isArray(problems) ? problems.map((problem) => ({ column: null, ...problem })) : problems;
