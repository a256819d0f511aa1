import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { string } from "../../src/kernel/attribute.ts";
import { openApi } from "../../src/kernel/openapi/openapi.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { bodyOf, type MultipartBody } from "../../src/kernel/request-body.ts";
import type { ReceivedFile } from "../../src/kernel/route.ts";
import { action } from "../../src/kernel/write/actions.ts";
import { rental } from "../../src/modules/property/rentals/rental.ts";
import { aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { serveRoutes } from "./sample-service.ts";

const service = useSharedService();

const caption = string({ maxLength: 20 }).inputOnly().description("What the picture shows.");
const form: MultipartBody = {
  media: "multipart",
  of: bodyOf(rental, { caption }),
  files: {
    picture: { types: ["image/png"], limit: 64 * 1024, required: true, description: "The picture." },
    plan: { types: ["application/pdf"], limit: 64 * 1024, required: false, description: "A floor plan." },
  },
  limit: 100 * 1024,
};

/** Each accepted upload as the action saw it, with the file's content at that time. */
async function aService() {
  const seen: { caption: string | null | undefined; file: ReceivedFile; content: Buffer }[] = [];
  const upload = action(rental, {
    on: "one",
    method: "POST",
    path: "picture",
    scopes: ["rentals_write"],
    summary: "Upload a picture of a rental.",
    body: form,
    async run(_context, { id }, { draft, errors, files }) {
      errors.throwIfAny();
      const file = files.get("picture");
      if (!file) throw new Error("A required file passed its checks.");
      seen.push({ caption: draft.input(caption), file, content: await readFile(file.path) });
      return { shows: rental, id };
    },
  });
  const url = await serveRoutes(service, [upload]);
  const client = await service.aClient(await service.anAccount());
  const { id } = await aRental(client);
  const send = async (parts: Readonly<Record<string, string | File>>, headers: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.append(name, part);
    const response = await fetch(`${url}/api/v3/rentals/${id}/picture`, {
      method: "POST",
      headers: { authorization: `Bearer ${client.token}`, ...headers },
      body,
    });
    const { errors }: { errors?: unknown } = JSON.parse(await response.text());
    return { status: response.status, errors };
  };
  return { seen, upload, send, url: `${url}/api/v3/rentals/${id}/picture`, token: client.token };
}

const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));
const picture = (content: Buffer = bytes, type = "image/png"): File =>
  new File([new Uint8Array(content)], "house.png", { type });

test("a form's fields are read like a body, and its file is on disk only while the operation runs", async () => {
  const { seen, send } = await aService();
  expect(await send({ caption: "The pool", picture: picture() })).toEqual({ status: 200, errors: undefined });
  const [only] = seen;
  expect(seen).toHaveLength(1);
  expect(only?.caption).toBe("The pool");
  expect(only?.content.equals(bytes)).toBe(true);
  expect(only?.file).toMatchObject({
    filename: "house.png",
    type: "image/png",
    size: bytes.length,
    digest: createHash("sha256").update(bytes).digest("hex"),
  });
  expect(existsSync(only?.file.path ?? "")).toBe(false);
});

test.each<[string, Record<string, string | File>, number, unknown]>([
  ["without its file", { caption: "x" }, 422, { picture: ["can't be blank"] }],
  ["with an unknown field", { colour: "x", picture: picture() }, 422, { colour: ["is not an attribute of rentals"] }],
  [
    "with a field that is too long",
    { caption: "x".repeat(21), picture: picture() },
    422,
    { caption: [expect.stringContaining("20")] },
  ],
  [
    "with a file of another type",
    { picture: picture(bytes, "text/html") },
    422,
    { picture: ["must be a file of one of the types image/png"] },
  ],
  ["with an unknown file", { picture: picture(), virus: picture() }, 422, { virus: ["is not a file of this form"] }],
  [
    "with a file that is too large",
    { picture: picture(Buffer.alloc(65 * 1024)) },
    413,
    [{ code: "payload_too_large", details: "The file picture is larger than 64 KiB." }],
  ],
  [
    "that is too large as a whole",
    {
      picture: picture(Buffer.alloc(63 * 1024)),
      plan: new File([new Uint8Array(50 * 1024)], "p.pdf", { type: "application/pdf" }),
    },
    413,
    [{ code: "payload_too_large", details: "The body is larger than 100 KiB." }],
  ],
])("a form %s is refused, and the operation does not run", async (_what, parts, status, errors) => {
  const { seen, send } = await aService();
  expect(await send(parts)).toEqual({ status, errors });
  expect(seen).toEqual([]);
});

test("JSON where a form is expected is 415, and a form where JSON is", async () => {
  const { url, token } = await aService();
  const authorization = `Bearer ${token}`;
  const json = await fetch(url, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: "{}",
  });
  expect([json.status, await json.text()]).toEqual([415, expect.stringContaining("multipart/form-data")]);
  const body = new FormData();
  body.append("name", "x");
  const form = await fetch(`${service.url}/api/v3/sources`, { method: "POST", headers: { authorization }, body });
  expect([form.status, await form.text()]).toEqual([415, expect.stringContaining("application/json")]);
});

test("an idempotency key replays the same form, and refuses another one", async () => {
  const { seen, send } = await aService();
  const key = { "idempotency-key": "5f0c6f0e-6f0f-4c9e-8a53-3f0d8e2b9a11" };
  expect((await send({ picture: picture() }, key)).status).toBe(200);
  expect((await send({ picture: picture() }, key)).status).toBe(200);
  expect(seen).toHaveLength(1);
  expect((await send({ picture: picture(Buffer.alloc(10)) }, key)).status).toBe(409);
});

test("the document describes a form: its fields, its files with their types, and what is required", async () => {
  const { upload } = await aService();
  const document = openApi(new ResourceRegistry(resources), [upload], "https://roost.test");
  expect(JSON.stringify(document.paths)).toContain('"multipart/form-data"');
  expect(JSON.stringify(document.components)).toContain('"contentMediaType":"image/png"');
  expect(JSON.stringify(document.components)).toContain('"required":["picture"]');
});
