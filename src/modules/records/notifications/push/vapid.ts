import { createECDH, createPrivateKey, hkdfSync, sign } from "node:crypto";

/** The validity of a signed token; push services accept at most a day. */
const tokenSeconds = 12 * 3600;

/**
 * The installation's key pair by which push services identify it (RFC 8292). It follows from the installation's link key, which the database
 * stores sealed, so it survives key rotations and needs no storage.
 */
function keyPair(linkKey: Buffer) {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(hkdfSync("sha256", linkKey, "", "roost web push", 32)));
  return pair;
}

/** The public key, which browsers subscribe with. */
export const pushPublicKey = (linkKey: Buffer): string => keyPair(linkKey).getPublicKey("base64url");

/** The `authorization` header of a message. @param now epoch milliseconds @param subject the installation's URL */
export function vapidHeader(linkKey: Buffer, endpoint: string, subject: string, now: number): string {
  const pair = keyPair(linkKey);
  const publicKey = pair.getPublicKey();
  const point = (start: number): string => publicKey.subarray(start, start + 32).toString("base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: { kty: "EC", crv: "P-256", x: point(1), y: point(33), d: pair.getPrivateKey("base64url") },
  });
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + tokenSeconds, sub: subject };
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey.toString("base64url")}`;
}
