import { problemOf } from "../../inbox/templates/text/check-text.ts";

/** The problem with a rule's own text, with its line; undefined if there is none. */
export function contentProblem(content: string): string | undefined {
  const problem = problemOf(content, "en");
  return problem && `has an error in line ${problem.line}: ${problem.message}`;
}
