import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireUtf8 } from "../../src/interfaces/http/bodies/utf8-body.ts";
import { answerRpcError } from "../../src/interfaces/mcp/rpc/errors.ts";
import { oauthEndpoint } from "../../src/interfaces/oauth/oauth-endpoint.ts";
import { acceptJson } from "../../src/interfaces/rest/bodies/json-body.ts";
import { answerError } from "../../src/interfaces/rest/errors.ts";
import { errorPages } from "../../src/interfaces/web/pages/error-page.ts";
import { acceptForms } from "../../src/interfaces/web/pages/form.ts";
import { invalid, notFound, RequestError } from "../../src/kernel/errors.ts";
import { UnavailableStoreError } from "../../src/kernel/files/files.ts";

/** Compares how the interfaces answer one failure (src/interfaces/http/failure.ts). Each has a path whose handler throws. */
const form = "application/x-www-form-urlencoded";
const app: FastifyInstance = Fastify({ logger: { level: "silent" }, bodyLimit: 1024, genReqId: () => "request-1" });
let thrown: unknown;

const fail = async (): Promise<never> => {
  throw thrown;
};

beforeAll(async () => {
  requireUtf8(app);
  await app.register(async (rest) => {
    acceptJson(rest);
    rest.setErrorHandler(answerError);
    rest.post("/rest", fail);
  });
  await oauthEndpoint(app, { url: "/oauth", takes: form, handler: fail });
  await oauthEndpoint(app, { url: "/register", takes: "application/json", handler: fail });
  await app.register(async (page) => {
    errorPages(page);
    await acceptForms(page);
    page.post("/page", fail);
  });
  await app.register(async (agent) => {
    agent.setErrorHandler(answerRpcError);
    agent.post("/agent", fail);
  });
  await app.ready();
});
afterAll(() => app.close());

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: unknown;
}

async function answerOf(url: string, headers: Record<string, string> = {}, payload?: string): Promise<Answer> {
  const answer = await app.inject({ method: "POST", url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, text: answer.body, retryAfter: answer.headers["retry-after"] };
}

async function answersTo(error: unknown): Promise<Answer[]> {
  thrown = error;
  return Promise.all(["/rest", "/oauth", "/page", "/agent"].map((url) => answerOf(url)));
}

function databaseError(state: string): pg.DatabaseError {
  const error = new pg.DatabaseError("insert into secrets failed", 0, "error");
  error.code = state;
  return error;
}

const cases: readonly {
  readonly name: string;
  readonly error: unknown;
  /** In the order REST, OAuth, page, agent. */
  readonly statuses: readonly [number, number, number, number];
  readonly texts: readonly [string, string, string, string];
}[] = [
  {
    name: "a record that is not there",
    error: notFound("There is no such fee."),
    statuses: [404, 404, 404, 400],
    texts: ["There is no such fee.", "There is no such fee.", "There is no such fee.", "Invalid params: There is no"],
  },
  {
    name: "a URL that is too long",
    error: new RequestError("payload_too_large", "The URL is longer than 64 KiB."),
    statuses: [413, 413, 413, 400],
    texts: ["64 KiB", '"error":"invalid_request"', "64 KiB", "64 KiB"],
  },
  {
    name: "a record with problems",
    error: invalid({ name: ["can't be blank"] }),
    statuses: [422, 422, 422, 400],
    texts: [`{"errors":{"name":["can't be blank"]}}`, "invalid_request", "The record is not valid.", "-32602"],
  },
  {
    name: "two writes that met",
    error: databaseError("40001"),
    statuses: [422, 400, 422, 400],
    texts: [
      '{"errors":{"base":["conflicts with a concurrent change"]}}',
      "The request conflicts with a concurrent change",
      "The request conflicts with a concurrent change",
      "Invalid params: The request conflicts",
    ],
  },
  {
    name: "a statement that took too long",
    error: databaseError("57014"),
    statuses: [503, 503, 503, 400],
    texts: ["timed out", "temporarily_unavailable", "The request timed out", "-32603"],
  },
  {
    name: "a database that cannot be reached",
    error: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
    statuses: [503, 503, 503, 503],
    texts: ["The database is unavailable", "temporarily_unavailable", "Try again in a few seconds", "-32603"],
  },
  {
    name: "a disk of the database that is full",
    error: databaseError("53100"),
    statuses: [503, 503, 503, 503],
    texts: ["A disk is full", "temporarily_unavailable", "Contact your administrator", "-32603"],
  },
  {
    name: "a disk of the service's own that is full",
    error: Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
    statuses: [503, 503, 503, 503],
    texts: ["A disk is full", "temporarily_unavailable", "Contact your administrator", "-32603"],
  },
  {
    name: "a database without a free connection",
    error: databaseError("53300"),
    statuses: [503, 503, 503, 503],
    texts: ["out of memory or connections", "temporarily_unavailable", "Roost is overloaded", "-32603"],
  },
  {
    name: "a database that takes no writes",
    error: databaseError("25006"),
    statuses: [503, 503, 503, 503],
    texts: ["The database is read-only", "temporarily_unavailable", "The database is read-only", "-32603"],
  },
  {
    name: "a database that is dropped",
    error: databaseError("3D000"),
    statuses: [503, 503, 503, 503],
    texts: ["The database is unavailable", "temporarily_unavailable", "Try again in a few seconds", "-32603"],
  },
  {
    name: "a disk of the database that fails",
    error: databaseError("58030"),
    statuses: [503, 503, 503, 503],
    texts: ["A disk failed", "temporarily_unavailable", "Contact your administrator", "-32603"],
  },
  {
    name: "a client that went away in the middle of its body",
    error: Object.assign(new Error("aborted"), { code: "ECONNRESET" }),
    statuses: [400, 400, 400, 400],
    texts: ["was cut off", "invalid_request", "Go back and try again", "-32600"],
  },
  {
    name: "a store of files that is away",
    error: new UnavailableStoreError({ cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) }),
    statuses: [503, 503, 503, 503],
    texts: ["The file store is unavailable", "temporarily_unavailable", "The file store is unavailable", "-32603"],
  },
  {
    name: "a fault of ours",
    error: new TypeError("secrets is undefined"),
    statuses: [500, 500, 500, 500],
    texts: ['"code":"internal_error"', '"error":"server_error"', "Error 500", "-32603"],
  },
  {
    name: "a fault in a statement",
    error: databaseError("42P01"),
    statuses: [500, 500, 500, 500],
    texts: ["request-1", "request-1", "request-1", "request-1"],
  },
];

describe("every interface responds in its own form to", () => {
  test.each(cases)("$name", async ({ error, statuses, texts }) => {
    const answers = await answersTo(error);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const [index, { status, text, retryAfter }] of answers.entries()) {
      expect(text).toContain(texts[index]);
      expect(text).not.toContain("secrets");
      expect(retryAfter).toBe(status === 503 ? "5" : undefined);
    }
  });

  test("a body that is too large, of another type, or not UTF-8", async () => {
    const own = { "/rest": "application/json", "/oauth": form, "/page": form, "/agent": "application/json" };
    const bodies = async (url: string, type: string) => [
      await answerOf(url, { "content-type": type }, `"${"a".repeat(70_000)}"`),
      await answerOf(url, { "content-type": "image/png" }, "x"),
      await answerOf(url, { "content-type": `${type}; charset=latin1` }, "x"),
    ];
    const statuses: Record<string, number[]> = {};
    for (const [url, type] of Object.entries(own)) {
      statuses[url] = (await bodies(url, type)).map(({ status }) => status);
    }
    expect(statuses).toEqual({
      "/rest": [413, 415, 415],
      "/oauth": [413, 400, 415],
      "/page": [413, 415, 415],
      "/agent": [413, 415, 415],
    });
  });
});

test("an OAuth endpoint accepts POST only, forbids caching, and names its media type", async () => {
  const got = await app.inject({ method: "GET", url: "/oauth" });
  expect([got.statusCode, got.headers.allow, got.headers["cache-control"]]).toEqual([405, "POST", "no-store"]);
  const named = (url: string) => answerOf(url, { "content-type": "image/png" }, "x");
  expect((await named("/oauth")).text).toContain("The body must be application/x-www-form-urlencoded.");
  expect((await named("/register")).text).toContain("The body must be application/json.");
});
