import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts what must be read again and never be read by others: AES-256-GCM under a key that does not stand in the database. */
export interface Secrets {
  /** @param owner what the secret belongs to, such as `payment_gateways 3 17`: it opens nowhere else */
  seal(text: string, owner: string): Buffer;
  /** @throws Error when it was sealed for another owner, changed, or under a key that is not here */
  open(sealed: Buffer, owner: string): string;
  /** Whether the key that it was sealed under is here. */
  knows(sealed: Buffer): boolean;
  /** Whether it was sealed under a former key. */
  isStale(sealed: Buffer): boolean;
  /** Keys of 32 bytes for another purpose, from which nobody learns this one: the first of now, then those of former keys. */
  derive(purpose: string): readonly [Buffer, ...Buffer[]];
  /** Which key seals: what every value that it sealed begins with (`secrets_keys.id`). */
  keyId(): Buffer;
}

/** The secrets of a service, with what its database keeps for it. */
export interface ServiceSecrets extends Secrets {
  /** Signs the tokens in URLs that stay good: 32 bytes, which a change of keys leaves as they are. */
  readonly linkKey: Buffer;
}

/** Keys of 32 bytes each: the first one seals, all of them open. */
export type SecretsKeys = readonly [Buffer, ...Buffer[]];

/** Bytes of a key. */
export const keyBytes = 32;

const [cipherName, nonceBytes, tagBytes, idBytes] = ["aes-256-gcm", 12, 16, 4] as const;

/** @param keys where they may change while the service runs, a function that answers those of the moment */
export function secretsUnder(keys: SecretsKeys | (() => SecretsKeys)): Secrets {
  const keysNow = typeof keys === "function" ? keys : () => keys;
  if (keysNow().some((key) => key.length !== keyBytes)) throw new Error("A key for secrets has 32 bytes.");
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
      if (!key) throw new Error("A secret was sealed under a key that is not here.");
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

/** Which key a secret was sealed under: its first bytes, which the database keeps in a column of their own. */
const keyIdOf = (sealed: Buffer): Buffer => sealed.subarray(0, idBytes);

const idsOfKeys = new WeakMap<Buffer, Buffer>();

/** Which key it is, without a hint at the key itself. */
function keyIdOfKey(key: Buffer): Buffer {
  const known = idsOfKeys.get(key);
  if (known) return known;
  const id = createHash("sha256").update("roost secrets key").update(key).digest().subarray(0, idBytes);
  idsOfKeys.set(key, id);
  return id;
}
