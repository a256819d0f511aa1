import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { installation } from "../../src/app/start/installation.ts";
import { confirm } from "../../src/interfaces/cli/terminal/confirm.ts";
import { showProgress } from "../../src/interfaces/cli/terminal/progress.ts";
import type { Terminal } from "../../src/interfaces/cli/terminal/terminal.ts";

/** A terminal that captures standard error. */
function aTerminal(overrides: Partial<Terminal> = {}): { terminal: Terminal; lines: string[] } {
  const lines: string[] = [];
  const terminal = {
    ...{ installation, environment: {}, out: () => undefined, input: async () => "" },
    err: (text: string) => void lines.push(text),
    ...overrides,
  };
  return { terminal, lines };
}

/** A terminal whose user answers immediately. */
function answering(answer: string): Pick<Terminal, "screen"> & { asked: () => string } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let asked = "";
  output.on("data", (piece) => {
    asked += String(piece);
    input.write(`${answer}\n`);
  });
  return { screen: { input, output }, asked: () => asked };
}

test("asks for confirmation on a terminal and proceeds with y or yes", async () => {
  for (const answer of ["y", "YES", " yes "]) {
    const person = answering(answer);
    await confirm(aTerminal(person).terminal, {}, "The house is gone.");
    expect(person.asked()).toBe("The house is gone. Continue? [y/N] ");
  }
});

test("does nothing when the answer is not yes", async () => {
  for (const answer of ["", "n", "yesterday"])
    await expect(confirm(aTerminal(answering(answer)).terminal, {}, "It is gone.")).rejects.toThrow(
      "Canceled. Nothing was changed.",
    );
});

test("does nothing when the input ends without an answer", async () => {
  const screen = { input: new PassThrough(), output: new PassThrough() };
  const asked = confirm(aTerminal({ screen }).terminal, {}, "It is gone.");
  screen.input.end();
  await expect(asked).rejects.toThrow("Canceled. Nothing was changed.");
});

test("requires --yes without a terminal, and does not ask with it", async () => {
  await expect(confirm(aTerminal().terminal, {}, "It is gone.")).rejects.toThrow(
    "It is gone. No terminal to confirm on: add --yes.",
  );
  await confirm(aTerminal().terminal, { yes: true }, "It is gone.");
  const person = answering("n");
  await confirm(aTerminal(person).terminal, { yes: true }, "It is gone.");
  expect(person.asked()).toBe("");
});

test("prints progress as plain lines without a terminal, with the total if it is known", async () => {
  const { terminal, lines } = aTerminal({ pace: { after: 0, every: 0 } });
  const progress = await showProgress(terminal, { label: "export", unit: "rows" });
  progress.update(7);
  progress.update(9, 10);
  progress.end();
  expect(lines).toEqual(["export: 7 rows\n", "export: 9 of 10 rows\n"]);
});

test("prints no progress for short work, nor twice within the interval", async () => {
  const soon = aTerminal({ pace: { after: 3_600_000, every: 0 } });
  (await showProgress(soon.terminal, { label: "import", unit: "lines" })).update(1, 2);
  expect(soon.lines).toEqual([]);
  const often = aTerminal({ pace: { after: 0, every: 3_600_000 } });
  const progress = await showProgress(often.terminal, { label: "import", unit: "lines" });
  for (const line of [1, 2, 3]) progress.update(line, 3);
  expect(often.lines).toEqual(["import: 1 of 3 lines\n"]);
});
