import { X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A key and its certificate, in PEM. */
export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const daysValid = 825;
const renewWithin = 30 * 86_400_000;

/** The path of the self-signed certificate, for `curl --cacert`. */
export function certificatePath(dataDirectory: string): string {
  return join(dataDirectory, "tls", "certificate.pem");
}

/**
 * Reads a data directory's self-signed certificate, or creates one when it is missing, expires soon or names another host.
 * Only the owner can read the key.
 * @param host the host name of the service's base URL
 * @param now epoch milliseconds
 */
export async function selfSignedCertificate(dataDirectory: string, host: string, now: number): Promise<KeyPair> {
  const certFile = certificatePath(dataDirectory);
  const keyFile = join(dataDirectory, "tls", "key.pem");
  const existing = await readPair(keyFile, certFile);
  if (existing && isGood(existing.cert, host, now)) return existing;
  // Loaded on demand: most starts create no certificate.
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now - 3_600_000),
    notAfterDate: new Date(now + daysValid * 86_400_000),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", digitalSignature: true, keyCertSign: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: alternativeNames(host) },
    ],
  });
  await mkdir(join(dataDirectory, "tls"), { recursive: true, mode: 0o700 });
  await writeWhole(keyFile, made.private, 0o600);
  await writeWhole(certFile, made.cert, 0o644);
  return { key: made.private, cert: made.cert };
}

function alternativeNames(host: string): ({ type: 2; value: string } | { type: 7; ip: string })[] {
  const names = [...new Set(["localhost", host])].map((value) => ({ type: 2 as const, value }));
  return [...names, { type: 7, ip: "127.0.0.1" }, { type: 7, ip: "::1" }];
}

function isGood(cert: string, host: string, now: number): boolean {
  const certificate = new X509Certificate(cert);
  return Date.parse(certificate.validTo) > now + renewWithin && certificate.checkHost(host) !== undefined;
}

async function readPair(keyFile: string, certFile: string): Promise<KeyPair | undefined> {
  try {
    return { key: await readFile(keyFile, "utf8"), cert: await readFile(certFile, "utf8") };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file atomically, so an interrupted start leaves no partial key. */
async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  await writeFile(`${path}.new`, content, { mode });
  await rename(`${path}.new`, path);
}
