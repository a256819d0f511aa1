import { digestOfToken, makeSecretLink } from "../../platform/people/passwords/secret-link.ts";

/** A secret holds the account's id, so that only that account is searched, the link's id and 256 random bits. */
const shape = /^([1-9]\d{0,15})-([1-9]\d{0,15})-([A-Za-z0-9_-]{43})$/;

interface NewSecret {
  readonly secret: string;
  readonly digest: Buffer;
}

/** Generates a link's secret. */
export function newSecret(account: number, id: number): NewSecret {
  const { token, digest } = makeSecretLink();
  return { secret: `${account}-${id}-${token}`, digest };
}

/** Parses a secret; undefined if it is malformed. */
export function readSecret(
  secret: string,
): { readonly account: number; readonly id: number; readonly digest: Buffer } | undefined {
  const [, first, second, token = ""] = shape.exec(secret) ?? [];
  const [account, id, digest] = [Number(first), Number(second), digestOfToken(token)];
  if (!Number.isSafeInteger(account) || !Number.isSafeInteger(id) || !digest) return undefined;
  return { account, id, digest };
}
