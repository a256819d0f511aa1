import { expect, test } from "vitest";
import { ApiClient } from "../harness/client.ts";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { campaign } from "./campaign.ts";
import { linesOf } from "./report.ts";

/** Hostile requests, made from those that were really executed and from the document, and judged by the document. */
const service = useService({ connections: 8 });

/** About ten seconds of them; `npm run fuzz -- --requests 100000` sends more. */
const requests = Number(process.env.ROOST_FUZZ_REQUESTS ?? 1200);

test("no request is answered with a failure of the service, another answer than the document says, or a write that it refuses", async () => {
  const document = (await new ApiClient(service.url, undefined).get("/openapi.json")).json;
  const findings = await campaign(service, document, requests, seed);
  const lines = linesOf(findings, seed);
  if (process.env.ROOST_FUZZ_REQUESTS) process.stdout.write(`${lines.join("\n")}\n`);
  expect(findings.failures, lines.join("\n")).toEqual([]);
  expect(findings.done.size).toBeGreaterThan(findings.operations / 3);
}, 36_000_000);
