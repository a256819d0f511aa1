/**
 * Measures how long this process, which runs the service under test, blocks its clients: the thread's CPU time between two iterations of the
 * event loop. Other load on the machine does not count.
 */
export class StallWatch {
  #timer: NodeJS.Timeout | undefined;
  #cpu = process.threadCpuUsage();
  #maxStall = 0;

  begin(): void {
    this.#maxStall = 0;
    this.#cpu = process.threadCpuUsage();
    this.#timer = setInterval(() => this.#turn(), 1);
  }

  /** Stops measuring. @returns milliseconds */
  end(): number {
    clearInterval(this.#timer);
    this.#turn();
    return this.#maxStall;
  }

  #turn(): void {
    const { user, system } = process.threadCpuUsage(this.#cpu);
    this.#cpu = process.threadCpuUsage();
    this.#maxStall = Math.max(this.#maxStall, (user + system) / 1000);
  }
}
