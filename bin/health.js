// @ts-check
// What an image's HEALTHCHECK runs: exits with 0 when the service on this machine is ready for requests, else with 1 and a line that says
// why. Its settings are the service's own, of which it needs the port. Nothing of the service is imported: it starts in 50 ms.
import { request as plain } from "node:http";
import { request as secure } from "node:https";

/** Milliseconds; under the timeout of the HEALTHCHECK, so that the reason is seen. */
const patience = 4_000;

const { ROOST_TLS = "self-signed", ROOST_HTTP_PORT = "3000", ROOST_HTTPS_PORT = "3443" } = process.env;
const own = ROOST_TLS === "self-signed" || ROOST_TLS === "files";
const url = own
  ? `https://localhost:${ROOST_HTTPS_PORT}/health/ready`
  : `http://localhost:${ROOST_HTTP_PORT}/health/ready`;

// On this machine, whose certificate is for another name: who answers is not in question.
const asked = own ? secure(url, { rejectUnauthorized: false }) : plain(url);
asked.setTimeout(patience, () => asked.destroy(new Error(`no answer in ${patience / 1000} seconds`)));
asked.on("error", (error) => end(1, `${url}: ${error.message || "refused"}`));
asked.on("response", async (response) => {
  let body = "";
  for await (const part of response.setEncoding("utf8")) body += part;
  end(response.statusCode === 200 ? 0 : 1, `${response.statusCode} ${body}`);
});
asked.end();

/**
 * @param {number} code
 * @param {string} line
 */
function end(code, line) {
  process.stdout.write(`${line}\n`);
  process.exitCode = code;
}
