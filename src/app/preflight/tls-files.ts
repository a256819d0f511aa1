import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { KeyPair } from "../../interfaces/http/certificate.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";

/** Reads the key and certificate for ROOST_TLS=files; undefined for other modes. @throws ConfigError when they are unusable */
export async function readTlsFiles({ tls, tlsCert, tlsKey }: Config): Promise<KeyPair | undefined> {
  if (tls !== "files" || tlsCert === undefined || tlsKey === undefined) return undefined;
  const pair = { cert: await readPem("ROOST_TLS_CERT", tlsCert), key: await readPem("ROOST_TLS_KEY", tlsKey) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new ConfigError(
      `ROOST_TLS_CERT and ROOST_TLS_KEY are unusable: ${error instanceof Error ? error.message : "unknown"}.`,
    );
  }
  return pair;
}

async function readPem(name: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    throw new ConfigError(
      `${name} is "${path}", which cannot be read: ${error instanceof Error ? error.message : "unknown"}.`,
    );
  });
}
