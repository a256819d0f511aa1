import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { installation } from "../../src/app/installation.ts";
import { longProgress } from "../../src/interfaces/cli/long-progress.ts";
import type { Terminal } from "../../src/interfaces/cli/terminal.ts";

function aTerminal(screen?: Terminal["screen"]): { terminal: Terminal; lines: string[] } {
  const lines: string[] = [];
  const input = async (): Promise<string> => "";
  const err = (line: string): void => void lines.push(line);
  const plain = { installation, environment: {}, out: () => undefined, err, input };
  return { terminal: screen ? { ...plain, screen } : plain, lines };
}

test("what is done within two seconds says nothing of its progress", () => {
  const { terminal, lines } = aTerminal();
  const progress = longProgress(terminal, "backup", () => 0);
  for (let done = 0; done <= 100; done++) progress.update(done, 100);
  progress.end();
  expect(lines).toEqual([]);
});

test("what takes longer says so in a log, a line for every tenth part", () => {
  const { terminal, lines } = aTerminal();
  let now = 0;
  const progress = longProgress(terminal, "backup", () => now);
  for (let done = 0; done <= 120; done++) {
    now = done * 30;
    progress.update(done, 100);
  }
  progress.end();
  expect(lines).toEqual([60, 70, 80, 90, 100].map((tenths) => `backup: ${tenths} %\n`));
});

test("what takes longer draws a bar on a screen", async () => {
  const output = Object.assign(new PassThrough(), { isTTY: true });
  const { terminal, lines } = aTerminal({ input: new PassThrough(), output });
  let now = 0;
  const progress = longProgress(terminal, "backup", () => now);
  now = 3000;
  progress.update(40, 100);
  progress.update(50, 100);
  progress.end();
  expect(lines).toEqual([]);
  // The bar is loaded when it is first needed.
  await import("cli-progress");
  setImmediate(() => output.end());
  expect(await text(output)).toMatch(/\d+%/);
});
