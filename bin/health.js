// @ts-check
// The image's HEALTHCHECK: exits with 0 when the service on this machine is ready, or with 1 and the reason. It reads the service's own
// settings and imports none of its code, so it starts in 50 ms.
import { request as plain } from "node:http";
import { request as secure } from "node:https";

/** Below the HEALTHCHECK's own timeout, so that the reason is printed. */
const timeoutMs = 4_000;

/**
 * A blank setting counts as unset, as in the service.
 * @param {string} name
 * @param {string} fallback
 */
const setting = (name, fallback) => process.env[name]?.trim() || fallback;

const isTls = ["self-signed", "files"].includes(setting("ROOST_TLS", "self-signed"));
const url = isTls
  ? `https://localhost:${setting("ROOST_HTTPS_PORT", "3443")}/health/ready`
  : `http://localhost:${setting("ROOST_HTTP_PORT", "3000")}/health/ready`;

// The certificate is for the public name, and a loopback connection needs no verification.
const request = isTls ? secure(url, { rejectUnauthorized: false }) : plain(url);
request.setTimeout(timeoutMs, () => request.destroy(new Error(`no response in ${timeoutMs / 1000} seconds`)));
request.on("error", (error) => end(1, `${url}: ${error.message || "refused"}`));
request.on("response", async (response) => {
  let body = "";
  for await (const part of response.setEncoding("utf8")) body += part;
  end(response.statusCode === 200 ? 0 : 1, `${response.statusCode} ${body}`);
});
request.end();

/**
 * @param {number} code
 * @param {string} line
 */
function end(code, line) {
  process.stdout.write(`${line}\n`);
  process.exitCode = code;
}
