import { InvalidArgumentError } from "commander";

/** An id on the command line. */
export function anId(text: string): number {
  return wholeNumber(text, Number.MAX_SAFE_INTEGER, "It must be an id such as 1.");
}

/** A time span on the command line, at most ten years. */
export function seconds(text: string): number {
  return wholeNumber(text, 315_360_000, "It must be a number of seconds such as 86400.");
}

/** A list on the command line, separated by commas or spaces. */
export function list(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== "");
}

/** Collects an option that is given several times. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function wholeNumber(text: string, most: number, problem: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || Number(text) > most) throw new InvalidArgumentError(problem);
  return Number(text);
}
