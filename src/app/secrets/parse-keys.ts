import { keyBytes, type SecretsKeys } from "../../kernel/access/secrets.ts";

/** Parses keys of 32 bytes in base64 or hex, separated by commas or spaces. @returns undefined for anything else */
export function parseKeys(text: string): SecretsKeys | undefined {
  const [first, ...others] = text
    .split(/[\s,]+/)
    .filter((part) => part !== "")
    .map(parseKey);
  if (!first) return undefined;
  const keys: [Buffer, ...Buffer[]] = [first];
  for (const key of others) {
    if (!key) return undefined;
    keys.push(key);
  }
  return keys;
}

function parseKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, "base64");
  return key.length === keyBytes ? key : undefined;
}
