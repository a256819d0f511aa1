import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { canonical } from "./canonical.ts";

/** The parts of a proposal that an approval relies on. */
export interface Sealed {
  readonly account: number;
  readonly agentToken: number;
  readonly proposer: number;
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly preview: unknown;
  readonly version: string | null;
  /** The digest of the dry run's effect. */
  readonly outcome: Buffer;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const purpose = "proposals";
const nonceBytes = 16;

/** Seals a proposal: a nonce, and the keyed digest of its parts. The key is not in the database. */
export function sealOf(secrets: Secrets, sealed: Sealed): Buffer {
  const nonce = randomBytes(nonceBytes);
  const [key] = secrets.derive(purpose);
  return Buffer.concat([nonce, digestOf(key, nonce, sealed)]);
}

/** Whether a seal belongs to these parts. Former keys count: a rotation must not end a proposal. */
export function isSealed(secrets: Secrets, seal: Buffer, sealed: Sealed): boolean {
  const nonce = seal.subarray(0, nonceBytes);
  const digest = seal.subarray(nonceBytes);
  return secrets.derive(purpose).some((key) => {
    const expected = digestOf(key, nonce, sealed);
    return digest.length === expected.length && timingSafeEqual(digest, expected);
  });
}

function digestOf(key: Buffer, nonce: Buffer, { outcome, ...sealed }: Sealed): Buffer {
  return createHmac("sha256", key)
    .update(nonce)
    .update(canonical({ ...sealed, outcome: outcome.toString("hex") }))
    .digest();
}
