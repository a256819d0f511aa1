import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiClient } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";

const service = useService();
const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const program = pathTo("./client/book.ts");
const cache = pathTo("../../node_modules/.cache");

const bodyType = `import type { paths } from "roost-api";
type Body = paths["/rentals/{rental_id}/bookings"]["post"]["requestBody"]["content"]["application/json"];`;

let directory = "";

/** Runs a program of Node's, and answers what it wrote. */
async function run(args: readonly string[], input = ""): Promise<{ code: number; out: string }> {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(input);
  const ended = new Promise<number>((resolve) => child.once("close", (code) => resolve(code ?? 1)));
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out: out + problems };
}

/** Types from the document as the service serves it, and how strictly the program is compiled against them. */
beforeAll(async () => {
  const document = await new ApiClient(service.url, undefined).get("/openapi.json");
  const types = await run([pathTo("./client/generate.ts")], document.text);
  expect(types.code, types.out).toBe(0);
  await mkdir(cache, { recursive: true });
  directory = await mkdtemp(join(cache, "generated-client-"));
  await writeFile(join(directory, "api.d.ts"), types.out);
  const strictly = {
    extends: pathTo("../../tsconfig.json"),
    compilerOptions: { noEmit: true, skipLibCheck: false, paths: { "roost-api": ["./api.d.ts"] } },
    files: [program],
    include: [],
    exclude: [],
  };
  await writeFile(join(directory, "tsconfig.json"), JSON.stringify(strictly));
}, 120_000);

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe("a client generated from the document", () => {
  test("compiles strictly, without a cast", { timeout: 120_000 }, async () => {
    const compiled = await run([pathTo("../../node_modules/.bin/tsc"), "--project", directory]);
    expect(compiled.out).toBe("");
    expect(compiled.code).toBe(0);
    expect(await readFile(program, "utf8")).not.toMatch(/\bas (?!const)|\bany\b|@ts-|!\.|\bunknown\b/);
  });

  test("does not compile what the document does not allow", { timeout: 120_000 }, async () => {
    const right = 'const body: Body = { bookings: [{ start_at: "2090-01-01", end_at: "2090-01-02" }] };';
    const wrong = [
      right.replace('"2090-01-02"', "2"),
      right.replace("end_at", "ends_at"),
      right.replace("bookings:", "booking:"),
    ];
    const compile = async (line: string) => {
      await writeFile(join(directory, "other.ts"), `${bodyType}\n${line}\nvoid body;\n`);
      return run([pathTo("../../node_modules/.bin/tsc"), "--project", join(directory, "other.json")]);
    };
    await writeFile(join(directory, "other.json"), JSON.stringify({ extends: "./tsconfig.json", files: ["other.ts"] }));
    expect((await compile(right)).out).toBe("");
    for (const line of wrong) expect((await compile(line)).code, line).not.toBe(0);
  });

  test("books a stay with fees, plainly, and strictly for the price that it was told", {
    timeout: 60_000,
  }, async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client, { base_rate: "100", downpayment: 30, sleeps: 4 });
    const fee = await aRentalsFee(client, rental, await aFee(client), { always_applied: true, status: "required" });
    const token = client.token ?? "";
    const booked = await run([program, service.url, token, String(rental.id), String(fee.id)]);
    expect(booked.code, booked.out).toBe(0);
    expect(JSON.parse(booked.out)).toEqual({
      plainly: {
        final_price: "395.0",
        fees: [
          { name: "Cleaning", price: "50.0", times_booked: 1 },
          { name: "Dog", price: "25.0", times_booked: 1 },
          { name: "Firewood", price: "10.0", times_booked: 2 },
        ],
      },
      strictly: {
        quoted: 450,
        final_price: "450.0",
        fees: [{ name: "Cleaning", price: "50.0" }],
        guest: "Grace Visitor",
      },
    });
  });
});
