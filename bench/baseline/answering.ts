import { createServer } from "node:http";
import { answerUsage } from "../measurement.ts";

/** A bare HTTP server that responds with one JSON text per URL, for baselines. */
export function answerEach(answer: (url: string) => Promise<string>): void {
  const server = createServer((request, response) => {
    void answer(request.url ?? "").then((json) => {
      const length = Buffer.byteLength(json);
      response.writeHead(200, { "content-type": "application/vnd.api+json", "content-length": length });
      response.end(json);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (typeof address === "object" && address) answerUsage(`http://127.0.0.1:${address.port}`);
  });
}
