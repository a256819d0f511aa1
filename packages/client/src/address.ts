import { isObject } from "./json.ts";

/** A call's path and query: fills in `{ids}` and joins arrays with commas, as the API expects. */
export function addressOf(path: string, params: unknown): string {
  const options = isObject(params) ? params : {};
  const names = isObject(options.path) ? options.path : {};
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined || value === null || value === "")
      throw new TypeError(`${path} needs params.path.${name}.`);
    return encoded(value);
  });
  const query = Object.entries(isObject(options.query) ? options.query : {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`);
  return query.length > 0 ? `${filled}?${query.join("&")}` : filled;
}

const encoded = (value: unknown): string =>
  Array.isArray(value) ? value.map(encoded).join(",") : encodeURIComponent(String(value));
