import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, test } from "vitest";
import { installation } from "../../src/app/start/installation.ts";
import { program } from "../../src/interfaces/cli/program.ts";
import { roostHere } from "./roost.ts";

const terminal = { installation, environment: {}, out: () => undefined, err: () => undefined, input: async () => "" };

/** Every executable command with its words. */
function commandsOf(command: Command, words: readonly string[] = []): { words: readonly string[]; command: Command }[] {
  if (command.commands.length === 0) return [{ words, command }];
  return command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));
}

const all = commandsOf(program(terminal));

/** A command's row: the first sentence of its help, with linked pages. */
function rowOf({ words, command }: (typeof all)[number]): string {
  const [sentence = ""] = /^.*?[.:](?= |$)/.exec(command.description().replaceAll("\n", " ")) ?? [];
  const linked = sentence.replace(/[.:]$/, "").replace(/docs\/(\w+\/([\w-]+)\.md)/, "[$2](../$1)");
  return `| \`${words.join(" ")}\` | ${linked} |`;
}

test("docs/operate/command-line.md lists every command with its help's first sentence, in the program's order", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "operate", "command-line.md"), "utf8");
  expect(text.split("\n").filter((line) => line.startsWith("| `"))).toEqual(all.map(rowOf));
});

describe("every command", () => {
  test.each(all.map(({ words }) => words.join(" ")))("%s has help that describes every option", async (words) => {
    const help = await roostHere({}, [...words.split(" "), "--help"]);
    expect(help).toMatchObject({ code: 0, err: "" });
    const command = all.find((one) => one.words.join(" ") === words)?.command;
    expect(command?.description().length).toBeGreaterThan(10);
    for (const { flags, description } of command?.options ?? []) expect(description.length, flags).toBeGreaterThan(3);
    for (const argument of command?.registeredArguments ?? [])
      expect(argument.description.length, argument.name()).toBeGreaterThan(3);
  });
});
