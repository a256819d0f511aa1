/** Ends a command with a specific exit code. Its output has already been printed. */
export class ExitCode extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit code ${code}`);
    this.name = "ExitCode";
    this.code = code;
  }
}
