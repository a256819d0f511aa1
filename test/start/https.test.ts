import { readFile, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { type RequestOptions, request as secureRequest } from "node:https";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { describe, expect, test } from "vitest";
import { aDatabaseUrl, aDirectory, aPort, plainSettings, Service } from "./service.ts";

interface Reply {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly hsts: string | undefined;
}

/** Requests a path that requires a token: 401 shows that it reached the API. */
function ask(url: string, options: RequestOptions = {}, body = ""): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const send = url.startsWith("https:") ? secureRequest : request;
  const asked = send(url, { agent: false, ...options }, (response) => {
    response.resume();
    const { location, "strict-transport-security": hsts } = response.headers;
    resolve({ status: response.statusCode, location, hsts });
  });
  asked.once("error", reject).end(body);
  return promise;
}

async function securePorts(): Promise<{ http: number; https: number; settings: Record<string, string> }> {
  const [http, https] = [await aPort(), await aPort()];
  const settings = {
    DATABASE_URL: await aDatabaseUrl(),
    ROOST_DEMO: "off",
    ROOST_HTTP_PORT: String(http),
    ROOST_HTTPS_PORT: String(https),
  };
  return { http, https, settings };
}

describe("with a self-signed certificate", () => {
  test("redirects HTTP to HTTPS, which works for clients that trust the certificate, also after a restart", async () => {
    const directory = await aDirectory();
    const { http, https, settings } = await securePorts();
    const environment = { ...settings, ROOST_DATA_DIR: directory };
    const service = await new Service(environment).ready();
    expect(service.out).toContain(`https://localhost:${https}`);
    const moved = { status: 302, location: `https://localhost:${https}/api/v3/rentals?page=2`, hsts: undefined };
    expect(await ask(`http://localhost:${http}/api/v3/rentals?page=2`)).toEqual(moved);
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    expect(await ask(`http://127.0.0.1:${http}/api/v3/rentals?page=2`, json, "{}")).toEqual(moved);

    const ca = await readFile(join(directory, "tls", "certificate.pem"));
    const admitted = { status: 401, location: undefined, hsts: expect.stringContaining("max-age=") };
    expect(await ask(`https://localhost:${https}/api/v3/rentals`, { ca })).toEqual(admitted);
    expect(await ask(`https://127.0.0.1:${https}/api/v3/rentals`, { ca })).toEqual(admitted);
    await expect(ask(`https://localhost:${https}/api/v3/rentals`)).rejects.toThrow(/self-signed certificate/);
    expect((await stat(join(directory, "tls", "key.pem"))).mode & 0o777).toBe(0o600);
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });

    await new Service(environment).ready();
    expect(await ask(`https://localhost:${https}/api/v3/rentals`, { ca })).toEqual(admitted);
  });

  test("the certificate carries the configured host name", async () => {
    const directory = await aDirectory();
    const { http, https, settings } = await securePorts();
    const base = `https://roost.example.com:${https}`;
    await new Service({ ...settings, ROOST_DATA_DIR: directory, ROOST_BASE_URL: `${base}/` }).ready();
    expect((await ask(`http://localhost:${http}/docs`)).location).toBe(`${base}/docs`);
    const ca = await readFile(join(directory, "tls", "certificate.pem"));
    const named = { ca, servername: "roost.example.com", headers: { host: `roost.example.com:${https}` } };
    expect((await ask(`https://localhost:${https}/api/v3/rentals`, named)).status).toBe(401);
  });
});

test("ROOST_TLS=files serves the files' certificate", async () => {
  const directory = await aDirectory();
  const { http, https, settings } = await securePorts();
  const pair = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    curve: "P-256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
  });
  const [ROOST_TLS_CERT, ROOST_TLS_KEY] = [join(directory, "own-cert.pem"), join(directory, "own-key.pem")];
  await writeFile(ROOST_TLS_CERT, pair.cert);
  await writeFile(ROOST_TLS_KEY, pair.private);
  await new Service({
    ...settings,
    ROOST_TLS: "files",
    ROOST_DATA_DIR: directory,
    ROOST_TLS_CERT,
    ROOST_TLS_KEY,
  }).ready();
  expect((await ask(`https://localhost:${https}/api/v3/rentals`, { ca: pair.cert })).status).toBe(401);
  expect((await ask(`http://localhost:${http}/`)).location).toBe(`https://localhost:${https}/`);
});

const outward = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

describe("behind a proxy", () => {
  const base = "https://roost.example.com";
  const forwarded = { headers: { "x-forwarded-proto": "https" } };
  const toHttps = { status: 302, location: `${base}/api/v3/rentals`, hsts: undefined };

  test("trusts X-Forwarded-Proto from this machine, and from others only if configured", async () => {
    const plain = await plainSettings();
    const settings = { ...plain, DATABASE_URL: await aDatabaseUrl(), ROOST_TLS: "proxy", ROOST_BASE_URL: base };
    const local = `http://127.0.0.1:${plain.ROOST_HTTP_PORT}/api/v3/rentals`;
    const remote = `http://${outward}:${plain.ROOST_HTTP_PORT}/api/v3/rentals`;
    const admitted = { status: 401, location: undefined, hsts: expect.stringContaining("max-age=") };

    const first = await new Service(settings).ready();
    expect(await ask(local, forwarded)).toEqual(admitted);
    expect(await ask(local)).toEqual(toHttps);
    if (outward) expect(await ask(remote, forwarded)).toEqual(toHttps);
    await first.signal("SIGTERM");

    await new Service({ ...settings, ROOST_TRUSTED_PROXIES: `192.0.2.1, ${outward ?? "192.0.2.2"}/32` }).ready();
    expect(await ask(local, forwarded)).toEqual(toHttps);
    if (outward) expect(await ask(remote, forwarded)).toEqual(admitted);
  });
});
