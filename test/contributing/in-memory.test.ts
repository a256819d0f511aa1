import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { kill } from "../crash/processes.ts";
import { mountedDisk, noMounting } from "../start/small-disk.ts";

const inMemory = join(import.meta.dirname, "..", "harness", "in-memory.ts");
const makeOne = `process.stdout.write((await import(${JSON.stringify(inMemory)})).directoryInMemory() ?? "")`;

/** Runs a test run to its normal end. @returns its directory, empty for none, and its warnings. @throws when it failed */
function aRun(): { readonly directory: string; readonly complaints: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", makeOne], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`A run ended with ${status}: ${stderr}`);
  return { directory: stdout, complaints: stderr };
}

// The child run removes its directory. This worker would leave its own, because it is killed at the end.
const none = aRun().directory === "" ? "Tests have no directory in memory here." : undefined;

/** Runs a test run that is killed. @returns the directory that it leaves */
async function killedRun(): Promise<string> {
  const killed = spawn(process.execPath, ["--input-type=module", "-e", `${makeOne}; setInterval(() => {}, 1000)`]);
  const [directory] = await once(killed.stdout.setEncoding("utf8"), "data");
  onTestFinished(() => rmSync(String(directory), { recursive: true, force: true }));
  const ended = once(killed, "close");
  kill(killed.pid ?? 0);
  await ended;
  return String(directory);
}

/** Runs another test run, which must leave nothing. @returns its warnings */
function anotherRun(): string {
  const { directory, complaints } = aRun();
  expect(existsSync(directory)).toBe(false);
  return complaints;
}

test("a test run frees the memory of a killed run, with a disk mounted in it", async (context) => {
  context.skip(none !== undefined, none);
  const left = await killedRun();
  if (noMounting === undefined) {
    mkdirSync(join(left, "disk"));
    onTestFinished((await mountedDisk(join(left, "disk"), 1)).unmount);
  }
  expect(anotherRun()).toBe("");
  expect(existsSync(left)).toBe(false);
});

test("a test run leaves directories that another container may use", (context) => {
  context.skip(none !== undefined, none);
  const ofOthers = join("/dev/shm", "roost-tests-1-999999999-others");
  mkdirSync(ofOthers, { recursive: true });
  onTestFinished(() => rmSync(ofOthers, { recursive: true, force: true }));
  expect(anotherRun()).toBe("");
  expect(existsSync(ofOthers)).toBe(true);
});
