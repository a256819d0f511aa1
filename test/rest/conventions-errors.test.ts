import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { type Answer, ApiClient, errorsOf } from "../harness/client.ts";
import { aRental, aTax } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();
const aManager = async () => service.aClient(await service.anAccount());

/** Asserts that the response has this status, this error code and one matching message. */
function expectRefused(answer: Answer, status: number, code: string, details: string | RegExp): void {
  expect({ status: answer.status, errors: errorsOf(answer) }).toEqual({
    status,
    errors: [{ code, details: typeof details === "string" ? details : expect.stringMatching(details) }],
  });
  expect(Object.keys(answer.json)).toEqual(["errors"]);
  expect(answer.headers.get("content-type")).toBe("application/vnd.api+json; charset=utf-8");
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get("x-updated-since-request-synced-at")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
}

/** Sends raw text, possibly invalid HTTP, to the service. @returns the whole response */
async function speaking(text: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1").setEncoding("utf8");
  let answer = "";
  socket.on("data", (piece) => {
    answer += piece;
  });
  socket.write(text);
  await once(socket, "close");
  return answer;
}

describe("401: no valid token", () => {
  const sentence = "The access token is missing, unknown, expired or revoked.";

  test.each([
    ["no token at all", undefined],
    ["a token that is none", "nonsense"],
    ["a token nobody was given", `roost_${"A".repeat(43)}`],
  ])("%s", async (_, token) => {
    const answer = await new ApiClient(service.url, token).get("/rentals");
    expectRefused(answer, 401, "unauthorized", sentence);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="api", error="invalid_token"');
  });

  test.each(["expires_at", "revoked_at"])("refuses a token whose %s has passed", async (column) => {
    const client = await aManager();
    expect((await client.get("/rentals")).status).toBe(200);
    await service.sql(`update access_tokens set ${column} = now() - interval '1 second' where account_id = $1`, [
      client.account,
    ]);
    expectRefused(await client.get("/rentals"), 401, "unauthorized", sentence);
  });

  test("ignores a token in another scheme or in the query", async () => {
    const { token = "" } = await aManager();
    const nobody = new ApiClient(service.url, undefined);
    const basic = await nobody.get("/rentals", { authorization: `Basic ${token}` });
    expectRefused(basic, 401, "unauthorized", sentence);
    expectRefused(await nobody.get(`/rentals?access_token=${token}`), 401, "unauthorized", sentence);
  });
});

describe("403: the token lacks the scope", () => {
  test("names the sufficient scopes", async () => {
    const client = await service.aClient(await service.anAccount(), { scopes: ["public"] });
    expectRefused(
      await client.get("/clients"),
      403,
      "forbidden",
      "This needs one of these scopes: clients_read, clients_write.",
    );
    const written = await client.post("/rentals", { rentals: [{ name: "Cottage 1" }] });
    expectRefused(written, 403, "forbidden", "This needs one of these scopes: rentals_write.");
    expect(await service.sql("select from rentals where account_id = $1", [client.account])).toEqual([]);
  });
});

describe("404: unknown path or id", () => {
  test.each(["/nothing", "/inbox_conversations", "/rentals/1/nothing", "/bookings/1/2"])(
    "at the path %s",
    async (path) => {
      expectRefused(await (await aManager()).get(path), 404, "not_found", "Path not found.");
    },
  );

  test.each(["999999999999999", "0", "abc", "1x", "-1", "1.5", "%00", "99999999999999999999"])(
    "under the id %s",
    async (id) => {
      expectRefused(await (await aManager()).get(`/rentals/${id}`), 404, "not_found", "Record not found.");
    },
  );

  test("writing to an id of too many digits is 404", async () => {
    const client = await aManager();
    const answer = await client.put("/rentals/99999999999999999999", { rentals: [{ name: "Cottage 1" }] });
    expectRefused(answer, 404, "not_found", "Record not found.");
  });
});

describe("405, 406, 413, 415: unsupported requests", () => {
  test("refuses a method with 405 and lists the allowed ones", async () => {
    const client = await aManager();
    const answer = await client.delete("/clients/1");
    expectRefused(answer, 405, "method_not_allowed", "DELETE is not allowed here. Use GET, PUT, PATCH.");
    expect(answer.headers.get("allow")).toBe("GET, PUT, PATCH, HEAD, OPTIONS");
    expectRefused(await client.post("/me", {}), 405, "method_not_allowed", "POST is not allowed here. Use GET.");
  });

  test("refuses an Accept without the API's media types", async () => {
    const client = await aManager();
    const details = "Accept must allow application/vnd.api+json.";
    for (const accept of ["text/html", "*/*;q=0", "application/json;q=0, application/vnd.api+json;q=0.0, */*"])
      expectRefused(await client.get("/rentals", { accept }), 406, "not_acceptable", details);
    for (const accept of [
      "application/vnd.api+json",
      "application/json",
      "*/*",
      "application/*",
      "text/html, */*;q=0.1",
      "application/json;q=0, */*",
    ]) {
      expect((await client.get("/rentals", { accept })).status, accept).toBe(200);
    }
  });

  test("refuses a body above 1 MiB and accepts one just below", async () => {
    const client = await aManager();
    const mebibyte = 1024 * 1024;
    const padded = (bytes: number) => `{"rentals":[{"name":"Cottage 1"}]}`.padEnd(bytes, " ");
    expectRefused(
      await client.post("/rentals", padded(mebibyte + 1)),
      413,
      "payload_too_large",
      "The body is larger than 1 MiB.",
    );
    expect((await client.post("/rentals", padded(mebibyte))).status).toBe(201);
  });

  test("refuses a body in another media type", async () => {
    const client = await aManager();
    const body = '{"rentals":[{"name":"Cottage 1"}]}';
    const details = "The body must be application/vnd.api+json or application/json.";
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "nonsense"]) {
      const answer = await client.post("/rentals", body, { "content-type": type });
      expectRefused(answer, 415, "unsupported_media_type", details);
    }
    for (const type of ["application/vnd.api+json", "application/json", "application/json; charset=utf-8"]) {
      expect((await client.post("/rentals", body, { "content-type": type })).status, type).toBe(201);
    }
  });
});

describe("400: malformed", () => {
  test.each(['{"rentals":[', "{rentals: []}", "[", '"', "{} {}", "undefined", "{'a': 1}"])(
    "refuses malformed JSON: %s",
    async (body) => {
      expectRefused(
        await (await aManager()).post("/rentals", body),
        400,
        "bad_request",
        /^The body is not valid JSON: /,
      );
    },
  );

  test.each(["/%zz", "/rentals/%zz", "/rentals/%E0%A4%A"])("refuses a broken escape in the path %s", async (path) => {
    expectRefused(await (await aManager()).get(path), 400, "bad_request", "The request is malformed.");
  });

  test("answers bytes that are not HTTP in the usual error form", async () => {
    const answer = await speaking("GET / HTTP/9.9 what\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf("{")))).toEqual({
      errors: [{ code: "bad_request", details: "The request is not valid HTTP." }],
    });
  });

  test("refuses a repeated parameter", async () => {
    const client = await aManager();
    expectRefused(
      await client.get("/rentals?page=1&page=2"),
      400,
      "bad_request",
      "The parameter page must not be repeated.",
    );
    expectRefused(
      await client.get("/rentals/1?fields=id&fields=name"),
      400,
      "bad_request",
      "The parameter fields must not be repeated.",
    );
  });

  test("refuses a parameter on a route that takes none", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const written = await client.put(`/rentals/${rental.id}?fields=id`, { rentals: [{ name: "Cottage 2" }] });
    expectRefused(written, 400, "bad_request", "Unknown parameter fields. Writes take no parameters.");
    const meta = await client.get("/rentals/meta?page=1");
    expectRefused(meta, 400, "bad_request", "Unknown parameter page. This endpoint takes no parameters.");
    expect((await client.get(`/rentals/${rental.id}`)).json.rentals).toEqual([rental]);
  });
});

describe("422: every problem at once", () => {
  test("lists every problem by attribute, with base for the record", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aTax(service, client.account);
    const answer = await client.post(`/rentals/${rental.id}/bookings`, {
      bookings: [
        {
          start_at: "tomorrow",
          adults: -1,
          currency: "XXX",
          discount: "lots",
          client_id: 999_999,
          booked: true,
          unavailable: true,
          colour: "red",
          bookings_fees: [{ times_booked: 2 }, { price: "5", name: "Dog", kind: "other", flavour: "sweet" }],
        },
      ],
    });
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({
      errors: {
        start_at: ["must be a time such as 2027-01-04T16:00:00Z, or a date"],
        end_at: ["can't be blank"],
        adults: ["must be greater than or equal to 0"],
        currency: [expect.stringMatching(/^must be one of the currencies: AED, AFN, /)],
        discount: ["must be an amount such as 100, or a percentage such as 10%"],
        client_id: ["must exist"],
        colour: ["is not an attribute of bookings"],
        base: ["only one of booked, unavailable and tentative_expires_at can be set"],
        bookings_fees: [
          "element 1: name can't be blank in en without a rentals_fee_id",
          "element 1: price can't be blank",
          "element 2: flavour is not an attribute of bookings_fees",
        ],
      },
    });
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
  });
});
