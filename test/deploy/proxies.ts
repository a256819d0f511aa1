import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import { onTestFinished } from "vitest";
import { until } from "../harness/until.ts";
import { aDirectory, aPort } from "../start/service.ts";
import { root } from "./production-packages.ts";

/** A proxy that runs with its example configuration from deploy/. */
export interface Proxy {
  /** Its ports for HTTPS and for the redirect. */
  readonly https: number;
  readonly http: number;
}

/** The reason why a program cannot be tested here, for the test's name; undefined if it can. */
export function whyNot(program: string, version: string): string | undefined {
  return spawnSync(program, [version]).status === 0 ? undefined : `left out: there is no ${program} here`;
}

/** Starts nginx with deploy/nginx.conf, with ports, certificate and log replaced. @throws Error with nginx's message */
export async function startNginx(upstream: number): Promise<Proxy> {
  const [directory, http, https] = [await aDirectory(), await aPort(), await aPort()];
  const pair = await generate([{ name: "commonName", value: "roost.example.com" }], { keyType: "ec", curve: "P-256" });
  await writeFile(join(directory, "fullchain.pem"), pair.cert);
  await writeFile(join(directory, "privkey.pem"), pair.private);
  const example = (await readFile(join(root, "deploy/nginx.conf"), "utf8"))
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${upstream}`)
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${http};`)
    .replaceAll(/listen (\[::\]:)?443 ssl/g, `listen $1${https} ssl`)
    .replaceAll("/etc/letsencrypt/live/roost.example.com", directory)
    .replaceAll("/var/log/nginx", directory);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${directory}/${kind};`,
  );
  const main = `daemon off; pid ${directory}/pid; error_log ${directory}/error.log; events {} http { ${temporary.join(" ")} include ${directory}/roost.conf; }`;
  await writeFile(join(directory, "roost.conf"), example);
  await writeFile(join(directory, "nginx.conf"), main);
  // Its workers run as another user.
  await chmod(directory, 0o755);
  const options = ["-c", join(directory, "nginx.conf"), "-e", join(directory, "error.log")];
  const tried = spawnSync("nginx", ["-t", ...options], { encoding: "utf8" });
  if (tried.status !== 0) throw new Error(tried.stderr);
  await listening(spawn("nginx", options, { stdio: "ignore" }), [http, https]);
  return { http, https };
}

/** Starts Caddy with deploy/Caddyfile and a certificate of its own authority, which is not installed on this machine. */
export async function startCaddy(upstream: number): Promise<Proxy> {
  const [directory, http, https] = [await aDirectory(), await aPort(), await aPort()];
  const options = ["admin off", "skip_install_trust", "local_certs", `storage file_system ${directory}`];
  const ports = [`http_port ${http}`, `https_port ${https}`];
  await writeFile(
    join(directory, "Caddyfile"),
    `{\n${[...options, ...ports].join("\n")}\n}\nimport ${join(root, "deploy/Caddyfile")}\n`,
  );
  const caddy = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", join(directory, "Caddyfile")], {
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      SITE_ADDRESS: "roost.example.com",
      UPSTREAM: `127.0.0.1:${upstream}`,
    },
    stdio: "ignore",
  });
  await listening(caddy, [http, https]);
  // It listens before its certificate exists.
  await until(() =>
    through({ http, https }, "/").then(
      () => true,
      () => false,
    ),
  );
  return { http, https };
}

async function listening(proxy: ChildProcess, ports: readonly number[]): Promise<void> {
  const ended = once(proxy, "exit");
  onTestFinished(async () => {
    proxy.kill("SIGTERM");
    await ended;
  });
  for (const port of ports) await until(async () => proxy.exitCode !== null || (await accepts(port)));
  if (proxy.exitCode !== null) throw new Error(`${proxy.spawnfile} ended with ${proxy.exitCode}.`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const connected = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  });
  socket.destroy();
  return connected;
}

/** A response through a proxy. */
export interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/** Sends a request through a proxy, by its example's name, without verifying the certificate. */
export function through(
  proxy: Proxy,
  path: string,
  headers: Record<string, string> = {},
  body?: Buffer,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request({
    ...{
      host: "127.0.0.1",
      port: proxy.https,
      servername: "roost.example.com",
      rejectUnauthorized: false,
      agent: false,
    },
    ...{ path, method: body ? "POST" : "GET", headers: { host: "roost.example.com", ...headers } },
  });
  asked.on("response", async (response) => {
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += part;
    resolve({ status: response.statusCode, text });
  });
  // A proxy that refuses a body closes the connection while it is being sent.
  asked.on("error", reject);
  asked.end(body);
  return promise;
}
