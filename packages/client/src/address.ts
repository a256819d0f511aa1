import { isObject } from "./json.ts";

/** The path and query of a call: `{ids}` filled in, arrays as comma lists, as the API takes them everywhere. */
export function addressOf(path: string, params: unknown): string {
  const given = isObject(params) ? params : {};
  const names = isObject(given.path) ? given.path : {};
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined || value === null || value === "")
      throw new TypeError(`${path} needs params.path.${name}.`);
    return written(value);
  });
  const query = Object.entries(isObject(given.query) ? given.query : {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${written(value)}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

const written = (value: unknown): string =>
  Array.isArray(value) ? value.map(written).join(",") : encodeURIComponent(String(value));
