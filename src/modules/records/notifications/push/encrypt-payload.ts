import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { Subscription } from "../../../platform/people/push-devices.ts";

/** The sender's inputs that are random, except in the RFC's example. */
export interface SenderInputs {
  readonly salt: Buffer;
  readonly privateKey?: Buffer;
}

/** One record holds the whole payload. */
const recordBytes = 4096;

/** The longest payload that every push service accepts (RFC 8030, 7.2), less header, padding and tag. */
export const maxPayloadBytes = 3993;

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

/** Encrypts a push message for a browser: RFC 8291, in the content coding `aes128gcm` of RFC 8188. */
export function encryptPayload(
  payload: Buffer,
  { keys }: Pick<Subscription, "keys">,
  { salt, privateKey }: SenderInputs = { salt: randomBytes(16) },
): Buffer {
  if (payload.length > maxPayloadBytes) throw new Error("The push message is too long.");
  const sender = createECDH("prime256v1");
  if (privateKey) sender.setPrivateKey(privateKey);
  else sender.generateKeys();
  const [receiverKey, senderKey] = [Buffer.from(keys.p256dh, "base64url"), sender.getPublicKey()];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiverKey, senderKey]);
  const inputKey = derive(sender.computeSecret(receiverKey), Buffer.from(keys.auth, "base64url"), info, 32);
  const contentKey = derive(inputKey, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(inputKey, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", contentKey, nonce);
  // The byte 2 ends the last record.
  const encrypted = Buffer.concat([cipher.update(payload), cipher.update(Buffer.of(2)), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.of(senderKey.length), senderKey, encrypted, cipher.getAuthTag()]);
}
