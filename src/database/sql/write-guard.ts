/** Checked before every write to a database; can refuse it. */
export class WriteGuard {
  #refusal: Error | undefined;

  /** @param because the error that writers get from now on; undefined lets them write */
  refuseWith(because: Error | undefined): void {
    this.#refusal = because;
  }

  /** @throws the error passed to `refuseWith` */
  assertOpen(): void {
    if (this.#refusal) throw this.#refusal;
  }
}
