import { readFileSync } from "node:fs";
import { nearest } from "../../core/edit-distance.ts";
import { ConfigError } from "../config-error.ts";
import { type Setting, type SettingName, settings, variablesOfTests } from "./table.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that are given, by their names: without blanks around them, and none that is empty. */
export type GivenSettings = Readonly<Partial<Record<SettingName, string>>>;

const all: readonly Setting[] = Object.values(settings);
const fileOf = (name: string): string => `${name}_FILE`;

/** Every variable that means something. */
export const knownVariables: readonly string[] = all.flatMap(({ name, secret }) =>
  secret ? [name, fileOf(name)] : [name],
);

/**
 * Takes the settings out of the environment, secrets also out of the files that it names.
 * @throws ConfigError for a `ROOST_` variable that nobody declared, a setting that was removed, a secret that is given twice, and a file that cannot be read
 */
export function readSettings(environment: Environment): GivenSettings {
  assertKnown(environment);
  const given: Partial<Record<SettingName, string>> = {};
  for (const { name, ...setting } of Object.values(settings)) {
    const text = "secret" in setting ? secretText(environment, name) : environment[name];
    const value = text?.trim() ?? "";
    if (value !== "") given[name] = value;
  }
  return given;
}

/** Settings of earlier versions, and what to do instead. */
const removed: Readonly<Record<string, string>> = {
  DATABASE_REPLICA_URL:
    "Roost does not read from replicas any more: leave it out, and name the hosts of a failover in DATABASE_URL.",
};

function assertKnown(environment: Environment): void {
  for (const [name, why] of Object.entries(removed))
    for (const variable of [name, fileOf(name)])
      if ((environment[variable]?.trim() ?? "") !== "") throw new ConfigError(`${variable} is set. ${why}`);
  for (const [name, text] of Object.entries(environment)) {
    if (text === undefined || !name.startsWith("ROOST_") || name.startsWith("ROOST_TEST_")) continue;
    if (knownVariables.includes(name) || variablesOfTests.includes(name)) continue;
    // Its value may be a secret: it is not repeated.
    throw new ConfigError(
      `${name} is set, and there is no such setting: did you mean ${nearest(name, knownVariables)}?`,
    );
  }
}

/** A secret as it is given, or as its file holds it. */
function secretText(environment: Environment, name: string): string | undefined {
  const text = environment[name];
  const path = environment[fileOf(name)]?.trim() ?? "";
  if (path === "") return text;
  if ((text?.trim() ?? "") !== "")
    throw new ConfigError(`${name} and ${fileOf(name)} are both set: the secret stands in one place.`);
  const content = contentOf(path, fileOf(name)).replace(/\r?\n$/, "");
  if (content.trim() === "") throw new ConfigError(`${fileOf(name)} is "${path}", which is empty.`);
  return content;
}

function contentOf(path: string, variable: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    throw new ConfigError(`${variable} is "${path}", which cannot be read: ${why}.`);
  }
}
