import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import type { Json } from "../harness/client.ts";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { anAgent, aToken, objectIn, type WireAgent } from "./fixture.ts";
import { type Question, questions } from "./manager-questions.ts";

/** Forty questions of a manager, answered with the tools alone. Each answer is short, and never an untrue "none". */
const service = useDemoService();

let agent: WireAgent;
let account: number;
let today: number;

beforeAll(async () => {
  ({ today } = await demoOfTheDay());
  const [demo] = await service.sql("select id::integer from accounts order by id limit 1");
  account = Number(demo?.id);
  agent = await anAgent(service, await aToken(service, [account]));
});

/** Replaces `{today}`, `{today+7}` and `{month-1}` in the arguments. */
function dated(args: Json): Json {
  const text = JSON.stringify(args)
    .replace(/\{today([+-]\d+)?\}/g, (_, days: string | undefined) => formatDay(today + Number(days ?? 0)))
    .replace("{last month}", formatDay(today - 31).slice(0, 7));
  return objectIn(JSON.parse(text));
}

/** The members of the answer that hold its records. */
function recordsOf(content: Json, { counts }: Question): number {
  const list = content[counts];
  if (Array.isArray(list)) return list.length;
  return Number(objectIn(content.meta).total_count ?? (list === undefined ? 0 : 1));
}

const walked: string[] = [];

test.each(questions.map((question) => [question.ask, question] as const))("%s", async (ask, question) => {
  const { tool, args, truth } = question;
  const answer = await agent.call(tool, dated(args));
  const content = objectIn(objectIn(objectIn(answer.json).result).structuredContent);
  const length = JSON.stringify(content).length;
  walked.push(`${String(length).padStart(5)} characters, 1 call: ${ask}`);
  expect(objectIn(answer.json), answer.text.slice(0, 400)).toHaveProperty("result");
  expect(length).toBeLessThan(8000);
  if (truth === undefined) return expect(content[question.counts], ask).toBeDefined();
  const parameters = [account, ...(truth.includes("$2") ? [formatDay(today)] : [])];
  const [row] = await service.sql(`select count(*)::integer as count from ${truth}`, parameters);
  const found = question.all ? Number(objectIn(content.meta).total_count) : recordsOf(content, question);
  if (question.all) expect(found).toBe(row?.count);
  else expect(found > 0).toBe(Number(row?.count) > 0);
});

test("forty questions are asked", () => {
  expect(new Set(questions.map(({ ask }) => ask)).size).toBe(40);
});

afterAll(() => {
  process.stdout.write(`${walked.toSorted().join("\n")}\n`);
});
