/** Ends a command with an exit code of its own, when everything has been said. */
export class ExitCode extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit code ${code}`);
    this.name = "ExitCode";
    this.code = code;
  }
}
