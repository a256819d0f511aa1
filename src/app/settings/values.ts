import { ConfigError } from "../config-error.ts";
import type { RawSettings } from "./read-settings.ts";
import type { SettingName } from "./table.ts";

/** Reads a choice, or its default. @throws ConfigError */
export function choice<const V extends string>(
  raw: RawSettings,
  setting: { readonly name: SettingName; readonly values: readonly V[]; readonly fallback: NoInfer<V> },
): V {
  const { name, values, fallback } = setting;
  const text = raw[name];
  if (text === undefined) return fallback;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new ConfigError(`${name} is "${text}". It must be one of: ${values.join(", ")}.`);
  return found;
}

/** Reads a switch: `on` or `off`. @throws ConfigError */
export function isOn(
  raw: RawSettings,
  setting: {
    readonly name: SettingName;
    readonly values: readonly ("on" | "off")[];
    readonly fallback: "on" | "off";
  },
): boolean {
  return choice(raw, setting) === "on";
}

/** Reads a TCP port. Not 0 (any free port): the service's URLs must name it. @throws ConfigError */
export function port(raw: RawSettings, { name }: { readonly name: SettingName }): number | undefined {
  const text = raw[name];
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 65_535) {
    throw new ConfigError(`${name} is "${text}". It must be a port from 1 to 65535.`);
  }
  return Number(text);
}

/** Reads a number of days, from one day to ten years. @throws ConfigError */
export function days(
  raw: RawSettings,
  { name, fallback }: { readonly name: SettingName; readonly fallback: number },
): number {
  const text = raw[name];
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > 3660)
    throw new ConfigError(`${name} is "${text}". It must be a number of days from 1 to 3660.`);
  return Number(text);
}

/** Reads a number of seconds, up to ten minutes. @throws ConfigError */
export function seconds(
  raw: RawSettings,
  { name, fallback }: { readonly name: SettingName; readonly fallback: number },
): number {
  const text = raw[name];
  if (text === undefined) return fallback;
  if (!/^\d{1,3}$/.test(text) || Number(text) > 600)
    throw new ConfigError(`${name} is "${text}". It must be a number of seconds from 0 to 600.`);
  return Number(text);
}

/** Reads a list separated by commas or spaces. */
export function list(raw: RawSettings, { name }: { readonly name: SettingName }): string[] {
  return (raw[name] ?? "").split(/[\s,]+/).filter((item) => item !== "");
}
