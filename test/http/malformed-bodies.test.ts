import { describe, expect, test } from "vitest";
import { errorsOf } from "../harness/client.ts";
import { aRental, booking, fourNights } from "../harness/factories.ts";
import { aForm } from "../harness/form.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";

const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });
const aManager = async () => service.aClient(await service.anAccount());

/** Log lines in which the service reports an unexpected error. */
const faults = () => lines.filter((line) => line.includes("unexpected error"));

const part = (name: string, head = "", content = "x") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`;
const file = (name: string) => part(name, '; filename="a.txt"\r\nContent-Type: text/plain');
const bounded = "multipart/form-data; boundary=b";
const end = "--b--\r\n";

describe("a malformed form is the client's error", () => {
  test.each<[string, string, string, number, string]>([
    ["without a boundary", "multipart/form-data", "x", 400, "malformed"],
    ["cut off in a field", bounded, part("name").slice(0, -6), 400, "malformed"],
    ["cut off in a file", bounded, file("file").slice(0, -4), 400, "malformed"],
    ["cut off before its end", bounded, part("name"), 400, "malformed"],
    ["with a field twice", bounded, part("name") + part("name") + end, 400, "several parts named name"],
    ["with a file twice", bounded, file("file") + file("file") + end, 400, "several parts named file"],
    [
      "of 2000 fields",
      bounded,
      Array.from({ length: 2000 }, (_, n) => part(`k${n}`)).join("") + end,
      422,
      "too many parts (maximum is 10)",
    ],
    [
      "with JSON in a part",
      bounded,
      part("name", "\r\nContent-Type: application/json", "[".repeat(300_000)) + end,
      422,
      "is not a file",
    ],
    ["with a name that every object has", bounded, part("__proto__") + end, 400, "a forbidden name"],
  ])("%s", async (_, type, body, status, sentence) => {
    const answer = await (await aManager()).post("/inbox/attachments", body, { "content-type": type });
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)]);
    expect(faults()).toEqual([]);
  });

  test("accepts a complete form", async () => {
    const { body, headers } = aForm("x", { name: "file", type: "text/plain" });
    expect((await (await aManager()).post("/inbox/attachments", body, headers)).status).toBe(201);
  });
});

describe("JSON", () => {
  test("JSON may start with a byte order mark", async () => {
    const answer = await (await aManager()).post("/clients", '\ufeff{"clients":[{"fullname":"Ada"}]}');
    expect(answer.status, answer.text).toBe(201);
  });

  test("refuses JSON above a bound and names what is too large", async () => {
    const client = await aManager();
    const names = JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`k${n}`, 1])));
    const zeros = `[${"0,".repeat(3000)}0]`;
    const tooMany = ["has too many attributes (maximum is 500)"];
    expect(errorsOf(await client.post("/clients", `{"clients":[${names}]}`))).toEqual({ base: tooMany });
    expect(errorsOf(await client.post("/bulk", `{"operations":[${names}]}`))).toEqual({ base: tooMany });
    expect(errorsOf(await client.post("/clients", `{"clients":[{"emails":${zeros}}]}`))).toEqual({
      emails: ["has too many elements (maximum is 1000)"],
    });
    const searched = await client.post("/rentals/search", `{"id":${zeros}}`);
    expect([searched.status, searched.text]).toEqual([400, expect.stringContaining("The parameter id has too many")]);
  });
});

describe("a response lists a bounded number of problems", () => {
  const booked = async (fee: unknown): Promise<Record<string, string[]>> => {
    const client = await aManager();
    const bookings_fees = Array.from({ length: 200 }, () => fee);
    return Object(errorsOf(await booking(client, await aRental(client), { ...fourNights, bookings_fees })));
  };

  test("lists the first 20 unknown names and counts the rest", async () => {
    const errors = await booked(Object.fromEntries(Array.from({ length: 95 }, (_, n) => [`k${n}`, 1])));
    const messages = Object.values(errors).flat();
    expect(messages.filter((message) => message.includes("is not an attribute")).length).toBe(20);
    expect(errors.base).toContain(`and ${200 * 95 - 20} more unknown names`);
  });

  test("lists the first 200 messages by element number", async () => {
    const { base = [], ...errors } = await booked({ price: "x", times_booked: "x", rentals_fee_id: "x" });
    const messages = Object.values(errors).flat();
    expect(messages.length).toBe(200);
    expect(base.at(-1)).toMatch(/^and \d+ more problems$/);
    const numbers = messages.map((message) => Number(/^element (\d+)/.exec(message)?.[1]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("lists no bulk operation members beyond ten", async () => {
    const operation = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, 1]));
    expect(errorsOf(await (await aManager()).post("/bulk", { operations: [operation] }))).toEqual({
      operations: ["element 1: has too many members (maximum is 10)"],
    });
  });
});

describe("NUL and repeated fields", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  test.each(["/oauth/authorize?client_id=%00", "/sign_in?return_to=%00", "/docs/%00", "/files/%00", "/pay/%00"])(
    "are refused in a URL: %s",
    async (path) => {
      expect((await fetch(`${service.url}${path}`, { redirect: "manual" })).status).toBe(400);
      expect(faults()).toEqual([]);
    },
  );

  test.each(["/sign_in", "/oauth/token", "/oauth/authorize", "/mcp/oauth/token", "/password/forgot"])(
    "are refused in a form: %s",
    async (path) => {
      const body = "email=a%00b&grant_type=%00&client_id=%00&code=%00";
      expect((await fetch(`${service.url}${path}`, { method: "POST", headers: form, body })).status).toBe(400);
      expect(faults()).toEqual([]);
    },
  );

  test("NUL is refused in an application's authorization request", async () => {
    const { headers } = await aMember(service, await service.anAccount(), "owner");
    const application = await service.anApplication();
    const [row] = await service.sql(
      "update applications set redirect_uris = '{https://a.example/}' where id = $1 returning client_id",
      [application],
    );
    const query = new URLSearchParams({
      client_id: String(row?.client_id),
      redirect_uri: "https://a.example/",
      response_type: "code",
    });
    const answer = await fetch(`${service.url}/oauth/authorize?${query}`, {
      method: "POST",
      headers: { ...headers, ...form },
      body: "decision=approve&csrf_token=a&csrf_token=b",
    });
    expect(answer.status).toBe(400);
    expect(faults()).toEqual([]);
  });
});

test("a value that only the database rejects is the client's error", async () => {
  const client = await aManager();
  await service.sql(
    `create function refuses() returns trigger language plpgsql as
     $$ begin raise exception 'refused' using errcode = new.fullname; end $$`,
  );
  await service.sql(
    "create trigger refuses before insert on clients for each row when (new.fullname ~ '^[0-9]') execute function refuses()",
  );
  for (const state of ["22021", "22P05", "23514", "23502", "22003", "22P02", "54000"]) {
    const answer = await client.post("/clients", { clients: [{ fullname: state }] });
    expect([state, answer.status, Object.keys(Object(errorsOf(answer)))]).toEqual([state, 422, ["base"]]);
  }
  expect(faults()).toEqual([]);
});
