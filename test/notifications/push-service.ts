import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";

/** A received message, decrypted as a browser does. */
export interface Pushed {
  readonly message: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/** A browser with a push service on this machine. */
export interface PushBrowser {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly received: Pushed[];
  /** The status of later answers; 201 at first. */
  answers(status: number): void;
}

/** Opens a browser's push service for a test. It decrypts by RFC 8291, from the receiver's side. */
export async function aPushBrowser(): Promise<PushBrowser> {
  const [browser, auth] = [createECDH("prime256v1"), randomBytes(16)];
  browser.generateKeys();
  const received: Pushed[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = decrypted(Buffer.concat(chunks), browser, auth);
    received.push({ message: JSON.parse(text), headers: request.headers });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/send/${randomBytes(8).toString("hex")}`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
    received,
    answers: (next) => {
      status = next;
    },
  };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const senderKey = body.subarray(21, 21 + keyLength);
  const content = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
  const inputKey = derive(browser.computeSecret(senderKey), auth, info, 32);
  const key = derive(inputKey, salt, "Content-Encoding: aes128gcm\0", 16);
  const decipher = createDecipheriv("aes-128-gcm", key, derive(inputKey, salt, "Content-Encoding: nonce\0", 12));
  decipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
