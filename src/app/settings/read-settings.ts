import { readFileSync } from "node:fs";
import { nearest } from "../../core/edit-distance.ts";
import { ConfigError } from "../config-error.ts";
import { type Setting, type SettingName, settings, variablesOfTests } from "./table.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The non-empty settings by name, trimmed. */
export type RawSettings = Readonly<Partial<Record<SettingName, string>>>;

const all: readonly Setting[] = Object.values(settings);
const fileOf = (name: string): string => `${name}_FILE`;

/** Every supported variable. */
export const supportedVariables: readonly string[] = all.flatMap(({ name, secret }) =>
  secret ? [name, fileOf(name)] : [name],
);

/**
 * Reads the settings from the environment, and secrets also from the files that it names.
 * @throws ConfigError for an unknown `ROOST_` variable, a removed setting, a secret set twice, or an unreadable file
 */
export function readSettings(environment: Environment): RawSettings {
  assertKnown(environment);
  const raw: Partial<Record<SettingName, string>> = {};
  for (const { name, ...setting } of Object.values(settings)) {
    const text = "secret" in setting ? secretText(environment, name) : environment[name];
    const value = text?.trim() ?? "";
    if (value !== "") raw[name] = value;
  }
  return raw;
}

/** Removed settings, and what to do instead. */
const removed: Readonly<Record<string, string>> = {
  DATABASE_REPLICA_URL: "Roost no longer reads from replicas. Unset it, and list the failover hosts in DATABASE_URL.",
};

function assertKnown(environment: Environment): void {
  for (const [name, advice] of Object.entries(removed))
    for (const variable of [name, fileOf(name)])
      if ((environment[variable]?.trim() ?? "") !== "") throw new ConfigError(`${variable} is set. ${advice}`);
  for (const [name, text] of Object.entries(environment)) {
    if (text === undefined || !name.startsWith("ROOST_") || name.startsWith("ROOST_TEST_")) continue;
    if (supportedVariables.includes(name) || variablesOfTests.includes(name)) continue;
    // The value may be a secret, so the message omits it.
    throw new ConfigError(`${name} is not a setting. Did you mean ${nearest(name, supportedVariables)}?`);
  }
}

/** Reads a secret from its variable or from its file. */
function secretText(environment: Environment, name: string): string | undefined {
  const text = environment[name];
  const path = environment[fileOf(name)]?.trim() ?? "";
  if (path === "") return text;
  if ((text?.trim() ?? "") !== "")
    throw new ConfigError(`${name} and ${fileOf(name)} are both set. Set only one of them.`);
  const content = contentOf(path, fileOf(name)).replace(/\r?\n$/, "");
  if (content.trim() === "") throw new ConfigError(`${fileOf(name)} is "${path}", which is empty.`);
  return content;
}

function contentOf(path: string, variable: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    throw new ConfigError(`${variable} is "${path}", which cannot be read: ${reason}.`);
  }
}
