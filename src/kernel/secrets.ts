import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Encrypts what must be read again and never be read by others: AES-256-GCM under a key that does not stand in the database. */
export interface Secrets {
  /** @param owner what the secret belongs to, such as `payment_gateways 3 17`: it opens nowhere else */
  seal(text: string, owner: string): Buffer;
  /** @throws Error when it was sealed for another owner, changed, or under a key that is not here */
  open(sealed: Buffer, owner: string): string;
  /** Whether it was sealed under a former key. */
  isStale(sealed: Buffer): boolean;
}

const [cipherName, keyBytes, nonceBytes, tagBytes, idBytes] = ["aes-256-gcm", 32, 12, 16, 4] as const;

/**
 * @param keys of 32 bytes each: the first one seals, all of them open
 */
export function secretsUnder(keys: readonly [Buffer, ...Buffer[]]): Secrets {
  if (keys.some((key) => key.length !== keyBytes)) throw new Error("A key for secrets has 32 bytes.");
  const current = keys[0];
  return {
    seal(text, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, current, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([keyId(current), nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      const key = keys.find((candidate) => keyId(candidate).equals(idOf(sealed)));
      if (!key) throw new Error("A secret was sealed under a key that is not here.");
      const nonce = sealed.subarray(idBytes, idBytes + nonceBytes);
      const tag = sealed.subarray(idBytes + nonceBytes, idBytes + nonceBytes + tagBytes);
      const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = decipher.update(sealed.subarray(idBytes + nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
    isStale: (sealed) => !keyId(current).equals(idOf(sealed)),
  };
}

/** Which key it is, without a hint at the key itself. */
function keyId(key: Buffer): Buffer {
  return createHash("sha256").update("roost secrets key").update(key).digest().subarray(0, idBytes);
}

const idOf = (sealed: Buffer): Buffer => sealed.subarray(0, idBytes);
