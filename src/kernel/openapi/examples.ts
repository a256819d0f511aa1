/** A request that was executed, and what it was answered; bodies as they were, but for ids and times of the moment. */
export interface Example {
  /** The path with its query, as it was asked. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly response?: unknown;
}

/** What was executed for the documentation: operations by method and path of their route, failures by their status. */
export interface Examples {
  readonly operations: Readonly<Record<string, Example>>;
  readonly failures: Readonly<Record<string, unknown>>;
}

export const noExamples: Examples = { operations: {}, failures: {} };
