import { Button, CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { fieldProblem } from "../form-problems.tsx";
import records from "./records.module.css";

interface LinesProps<Line extends { readonly key: string }> {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly change: (lines: readonly Line[]) => void;
  /** A new line. */
  readonly make: () => Line;
  readonly addLabel: string;
  readonly removeLabel: (line: Line, index: number) => string;
  readonly error: unknown;
  /** The attribute whose problems are shown below the lines. */
  readonly attribute: string;
  /** Shown instead of no line. */
  readonly empty?: string;
  /** A line's inputs. */
  readonly inputs: (line: Line, set: (changed: Partial<Line>) => void, index: number) => ReactNode;
}

/** An attribute of several lines, which are added and removed one by one. */
export function Lines<Line extends { readonly key: string }>(props: LinesProps<Line>) {
  const { title, lines, change, make, addLabel, removeLabel, error, attribute, empty, inputs } = props;
  const problem = fieldProblem(error, attribute);
  const set = (key: string, changed: Partial<Line>) =>
    change(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  return (
    <fieldset>
      <legend>{title}</legend>
      {lines.length === 0 && empty !== undefined && <p className="hint">{empty}</p>}
      {lines.map((line, index) => (
        <div className={records.line} key={line.key}>
          {inputs(line, (changed) => set(line.key, changed), index)}
          <CloseButton
            size="lg"
            aria-label={removeLabel(line, index)}
            onClick={() => change(lines.filter(({ key }) => key !== line.key))}
          />
        </div>
      ))}
      {problem && (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button size="xs" variant="default" onClick={() => change([...lines, make()])}>
          {addLabel}
        </Button>
      </div>
    </fieldset>
  );
}
