import { inject } from "vitest";
import { urlOf } from "../harness/databases.ts";
import { testKey } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import { type Ran, roostHere, roostJson } from "./roost.ts";

/** The operator of a test's service. */
export interface Operator {
  /** The `--json` output of a successful command. */
  json(...words: string[]): Promise<Record<string, unknown>>;
  /** The objects of a list command. */
  list(...words: string[]): Promise<Record<string, unknown>[]>;
  run(...words: string[]): Promise<Ran>;
}

/** Runs commands on a service's database. */
export function operatorOf(service: TestService): Operator {
  const settings = async (): Promise<Record<string, string>> => {
    const [row] = await service.sql("select current_database() as database");
    const address = { ...inject("owner"), database: String(row?.database) };
    return { DATABASE_URL: urlOf(address), ROOST_SECRETS_KEY: testKey.toString("base64") };
  };
  const json = async (...words: string[]) => roostJson(await settings(), words);
  return {
    json,
    run: async (...words) => roostHere(await settings(), words),
    async list(...words) {
      const listed: unknown = await json(...words);
      if (!Array.isArray(listed)) throw new Error(`${words.join(" ")} printed no list.`);
      return listed.map((row) => ({ ...Object(row) }));
    },
  };
}
