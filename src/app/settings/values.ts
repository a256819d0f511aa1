import { ConfigError } from "../config-error.ts";
import type { GivenSettings } from "./read-settings.ts";
import type { SettingName } from "./table.ts";

/** One of a setting's values, or its usual one. @throws ConfigError */
export function choice<const V extends string>(
  given: GivenSettings,
  setting: { readonly name: SettingName; readonly values: readonly V[]; readonly fallback: NoInfer<V> },
): V {
  const { name, values, fallback } = setting;
  const text = given[name];
  if (text === undefined) return fallback;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new ConfigError(`${name} is "${text}"; it must be one of: ${values.join(", ")}.`);
  return found;
}

/** A switch: `on` or `off`. @throws ConfigError */
export function isOn(
  given: GivenSettings,
  setting: {
    readonly name: SettingName;
    readonly values: readonly ("on" | "off")[];
    readonly fallback: "on" | "off";
  },
): boolean {
  return choice(given, setting) === "on";
}

/** A TCP port. Not 0, a free one of the system's choice: the URLs that the service hands out must name it. @throws ConfigError */
export function port(given: GivenSettings, { name }: { readonly name: SettingName }): number | undefined {
  const text = given[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535) {
    throw new ConfigError(`${name} is "${text}"; it must be a port from 1 to 65535.`);
  }
  return Number(text);
}

/** A number of days, from 1 to ten years. @throws ConfigError */
export function days(
  given: GivenSettings,
  { name, fallback }: { readonly name: SettingName; readonly fallback: number },
): number {
  const text = given[name];
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 3660)
    throw new ConfigError(`${name} is "${text}"; it must be a number of days from 1 to 3660.`);
  return Number(text);
}

/** A number of seconds, up to ten minutes. @throws ConfigError */
export function seconds(
  given: GivenSettings,
  { name, fallback }: { readonly name: SettingName; readonly fallback: number },
): number {
  const text = given[name];
  if (text === undefined) return fallback;
  if (!/^\d{1,3}$/.test(text) || Number(text) > 600)
    throw new ConfigError(`${name} is "${text}"; it must be a number of seconds from 0 to 600.`);
  return Number(text);
}

/** A setting of several values, separated by commas or spaces. */
export function list(given: GivenSettings, { name }: { readonly name: SettingName }): string[] {
  return (given[name] ?? "").split(/[\s,]+/).filter((item) => item !== "");
}
