/** Stands before everything that writes to a database, and lets it through or not. */
export class WriteGuard {
  #refusal: Error | undefined;

  /** @param because what whoever wants to write gets from now on; undefined: nothing, they may */
  refuseWith(because: Error | undefined): void {
    this.#refusal = because;
  }

  /** @throws what it refuses with */
  assertOpen(): void {
    if (this.#refusal) throw this.#refusal;
  }
}
