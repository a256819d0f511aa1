import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** Another site's calendar server. */
export interface CalendarServer {
  /** A calendar's address. */
  url(name: string): string;
  /** Sets the response for a name; a string is a calendar with an ETag. */
  serves(name: string, answer: string | Answering): void;
  /** The headers of the requests received for a name. */
  asked(name: string): readonly IncomingHttpHeaders[];
}

type Answering = (response: ServerResponse, headers: IncomingHttpHeaders) => void;

/** Starts a server before the file's tests and stops it afterwards. */
export function useCalendarServer(): CalendarServer {
  const answers = new Map<string, Answering>();
  const requests = new Map<string, IncomingHttpHeaders[]>();
  let port = 0;
  const server = createServer((request, response) => {
    const name = (request.url ?? "").slice(1);
    requests.set(name, [...(requests.get(name) ?? []), request.headers]);
    const answer = answers.get(name);
    if (answer) answer(response, request.headers);
    else response.writeHead(404).end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = addressOf(server.address()).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    serves(name, answer) {
      answers.set(name, typeof answer === "string" ? calendar(answer) : answer);
    },
    asked: (name) => requests.get(name) ?? [],
  };
}

function calendar(text: string): Answering {
  const etag = `"${text.length}-${text
    .slice(0, 20_000)
    .split("")
    .reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1e9, 7)}"`;
  return (response, headers) => {
    if (headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { "content-type": "text/calendar", etag }).end(text);
  };
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("The calendar server listens nowhere.");
  return address;
}
