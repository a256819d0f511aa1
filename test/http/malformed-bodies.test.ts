import { describe, expect, test } from "vitest";
import { aForm } from "../harness/form.ts";
import { errorsOf } from "../harness/client.ts";
import { aMember } from "../harness/people.ts";
import { useService } from "../harness/service.ts";

const lines: string[] = [];
const service = useService({ log: (line) => lines.push(line) });
const aManager = async () => service.aClient(await service.anAccount());

/** What the service says went wrong on its own side. */
const faults = () => lines.filter((line) => line.includes("unexpected error"));

describe("a malformed form with a file is the client's error", () => {
  const part = (name: string, content = "x") =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  const file = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nx\r\n`;
  const bounded = "multipart/form-data; boundary=b";

  test.each<[string, string, string, number, string]>([
    ["without a boundary", "multipart/form-data", "x", 400, "malformed"],
    ["cut off in a field", bounded, part("name").slice(0, -6), 400, "malformed"],
    ["cut off in a file", bounded, file("file").slice(0, -4), 400, "malformed"],
    ["cut off before its end", bounded, part("name"), 400, "malformed"],
    ["with a field twice", bounded, `${part("name")}${part("name")}--b--\r\n`, 400, "more than one part named name"],
    ["with a file twice", bounded, `${file("file")}${file("file")}--b--\r\n`, 400, "more than one part named file"],
    [
      "of 2000 fields",
      bounded,
      `${Array.from({ length: 2000 }, (_, n) => part(`k${n}`)).join("")}--b--\r\n`,
      422,
      "too many parts (maximum is 10)",
    ],
    [
      "with JSON in a part",
      bounded,
      `--b\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: application/json\r\n\r\n${"[".repeat(300_000)}\r\n--b--\r\n`,
      422,
      "not a file",
    ],
    ["with a name that every object has", bounded, `${part("__proto__")}--b--\r\n`, 400, "not allowed"],
  ])("%s", async (_, type, body, status, sentence) => {
    const answer = await (await aManager()).post("/inbox/attachments", body, { "content-type": type });
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)]);
    expect(faults()).toEqual([]);
  });

  test("a whole form is taken", async () => {
    const { body, headers } = aForm("x", { name: "file", type: "text/plain" });
    expect((await (await aManager()).post("/inbox/attachments", body, headers)).status).toBe(201);
  });
});

describe("JSON", () => {
  test("may have a byte order mark before it", async () => {
    const answer = await (await aManager()).post("/clients", '\ufeff{"clients":[{"fullname":"Ada"}]}');
    expect(answer.status, answer.text).toBe(201);
  });

  test("is refused before it is parsed where it is more than any body may be, naming what is too much", async () => {
    const client = await aManager();
    const names = JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`k${n}`, 1])));
    expect(errorsOf(await client.post("/clients", `{"clients":[${names}]}`))).toEqual({
      base: ["has too many attributes (maximum is 500)"],
    });
    expect(errorsOf(await client.post("/clients", `{"clients":[{"emails":[${"0,".repeat(3000)}0]}]}`))).toEqual({
      emails: ["has too many elements (maximum is 1000)"],
    });
    expect(errorsOf(await client.post("/bulk", `{"operations":[${names}]}`))).toEqual({
      base: ["has too many attributes (maximum is 500)"],
    });
    const searched = await client.post("/rentals/search", `{"id":[${"0,".repeat(3000)}0]}`);
    expect([searched.status, searched.text]).toEqual([400, expect.stringContaining("The parameter id has too many")]);
  });
});

describe("an answer lists a bounded number of problems, in their order", () => {
  test("20 unknown names, wherever they stand, and how many more there are", async () => {
    const client = await aManager();
    const unknown = Object.fromEntries(Array.from({ length: 95 }, (_, n) => [`k${n}`, 1]));
    const answer = await client.post("/taxes", {
      taxes: [
        {
          name_en: "VAT",
          percentage: "10",
          kind: "value_added",
          tax_rules: Array.from({ length: 200 }, () => unknown),
        },
      ],
    });
    expect(answer.status).toBe(422);
    const { tax_rules: rules, base } = Object(errorsOf(answer));
    expect(rules.filter((message: string) => message.includes("is not an attribute")).length).toBe(20);
    expect(base).toContain(`and ${200 * 95 - 20} more unknown names`);
    expect(answer.text.length).toBeLessThan(40_000);
  });

  test("200 messages, by the number of the element", async () => {
    const client = await aManager();
    const answer = await client.post("/taxes", {
      taxes: [
        {
          name_en: "VAT",
          percentage: "10",
          kind: "value_added",
          tax_rules: Array.from({ length: 200 }, () => ({ value: 1, comparator: "x" })),
        },
      ],
    });
    const errors: Record<string, string[]> = Object(errorsOf(answer));
    const messages = Object.entries(errors).flatMap(([name, list]) => (name === "base" ? [] : list));
    expect(messages.length).toBe(200);
    expect(errors.base?.at(-1)).toMatch(/^and \d+ more problems$/);
    const numbers = messages.map((message) => Number(/^element (\d+)/.exec(message)?.[1]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  test("members of an operation of a bulk request", async () => {
    const operation = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, 1]));
    expect(errorsOf(await (await aManager()).post("/bulk", { operations: [operation] }))).toEqual({
      operations: ["element 1: base has too many members (maximum is 10)"],
    });
  });
});

describe("NUL is nobody's character", () => {
  test.each([
    ["GET", "/oauth/authorize?client_id=%00"],
    ["GET", "/sign_in?return_to=%00"],
    ["GET", "/docs/%00"],
    ["GET", "/files/%00"],
    ["GET", "/pay/%00"],
  ])("%s %s", async (method, path) => {
    const answer = await fetch(`${service.url}${path}`, { method, redirect: "manual" });
    expect(answer.status).toBe(400);
    expect(faults()).toEqual([]);
  });

  test.each(["/sign_in", "/oauth/token", "/oauth/authorize", "/mcp/oauth/token", "/password/forgot"])(
    "in a form: %s",
    async (path) => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const body = "email=a%00b&grant_type=%00&client_id=%00&code=%00";
      const answer = await fetch(`${service.url}${path}`, { method: "POST", headers, body });
      expect(answer.status).toBe(400);
      expect(faults()).toEqual([]);
    },
  );

  test("in what the console sends", async () => {
    const { headers } = await aMember(service, await service.anAccount(), "owner");
    const answer = await fetch(`${service.url}/console/me`, {
      ...{
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: '{"fullname":"a\\u0000b"}',
      },
    });
    expect([400, 422]).toContain(answer.status);
    expect(faults()).toEqual([]);
  });
});

test("a field of a form that is there twice is refused, and is no fault of the service", async () => {
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
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
    body: "decision=approve&csrf_token=a&csrf_token=b",
  });
  expect(answer.status).toBe(400);
  expect(faults()).toEqual([]);
});

test("a value that the database alone refuses is the client's", async () => {
  const client = await aManager();
  const states = ["22021", "22P05", "23514", "23502", "22003", "22P02", "54000"];
  await service.sql(
    `create function refuses() returns trigger language plpgsql as
     $$ begin raise exception 'refused' using errcode = new.fullname; end $$`,
  );
  await service.sql("create trigger refuses before insert on clients for each row execute function refuses()");
  for (const state of states) {
    const answer = await client.post("/clients", { clients: [{ fullname: state }] });
    expect([state, answer.status, Object.keys(Object(errorsOf(answer)))]).toEqual([state, 422, ["base"]]);
  }
  expect(faults()).toEqual([]);
});
