import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts values that Roost must read again: AES-256-GCM, under a key that is not in the database. */
export interface Secrets {
  /** @param owner the record that the secret belongs to, such as `payment_gateways 3 17`; only the same owner opens it */
  seal(text: string, owner: string): Buffer;
  /** @throws Error when the owner differs, the bytes were changed, or the key is missing */
  open(sealed: Buffer, owner: string): string;
  /** Whether the key that sealed it is present. */
  knows(sealed: Buffer): boolean;
  /** Whether a former key sealed it. */
  isStale(sealed: Buffer): boolean;
  /** Derived 32-byte keys for another purpose: one for the current key, then one for each former key. */
  derive(purpose: string): readonly [Buffer, ...Buffer[]];
  /** The current key's id, which every value that it seals begins with (`secrets_keys.id`). */
  keyId(): Buffer;
}

/** A service's secrets, with the link key that its database stores. */
export interface ServiceSecrets extends Secrets {
  /** Signs the long-lived tokens in URLs: 32 bytes, unaffected by a key rotation. */
  readonly linkKey: Buffer;
}

/** Keys of 32 bytes each: the first one seals, any of them opens. */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

/** The length of a key in bytes. */
export const keyBytes = 32;

const [cipherName, nonceBytes, tagBytes, idBytes] = ["aes-256-gcm", 12, 16, 4] as const;

/** @param keys the keys, or a function that returns the current ones, where they may change at run time */
export function secretsUnder(keys: SecretsKeys | (() => SecretsKeys)): Secrets {
  const keysNow = typeof keys === "function" ? keys : () => keys;
  if (keysNow().some((key) => key.length !== keyBytes)) throw new Error("A secrets key must have 32 bytes.");
  return {
    seal(text, owner) {
      const [current] = keysNow();
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, current, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([keyIdOfKey(current), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      const key = keysNow().find((candidate) => keyIdOfKey(candidate).equals(keyIdOf(sealed)));
      if (!key) throw new Error("The key that sealed this secret is missing.");
      const nonce = sealed.subarray(idBytes, idBytes + nonceBytes);
      const tag = sealed.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes);
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = decipher.update(sealed.subarray(idBytes + nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
    knows: (sealed) => keysNow().some((key) => keyIdOfKey(key).equals(keyIdOf(sealed))),
    isStale: (sealed) => !keyIdOfKey(keysNow()[0]).equals(keyIdOf(sealed)),
    derive(purpose) {
      const [current, ...former] = keysNow();
      const derived = (key: Buffer): Buffer => Buffer.from(hkdfSync("sha256", key, "", `roost ${purpose}`, keyBytes));
      return [derived(current), ...former.map(derived)];
    },
    keyId: () => keyIdOfKey(keysNow()[0]),
  };
}

/** The id of the key that sealed a value: its first bytes, which the database also stores in a column. */
const keyIdOf = (sealed: Buffer): Buffer => sealed.subarray(0, idBytes);

const idsOfKeys = new WeakMap<Buffer, Buffer>();

/** A key's id, which reveals nothing about the key. */
function keyIdOfKey(key: Buffer): Buffer {
  const cached = idsOfKeys.get(key);
  if (cached) return cached;
  const id = createHash("sha256").update("roost secrets key").update(key).digest().subarray(0, idBytes);
  idsOfKeys.set(key, id);
  return id;
}
