import { Socket } from "node:net";

/**
 * A socket that sends what is written to it within one turn of the event loop at once: statements that do not wait for each other's
 * answers go in one system call, and wake the database once.
 */
export class GatheringSocket extends Socket {
  private gathering = false;

  /** The driver corks the socket around each statement: the first one of a turn corks it until the end of that turn. */
  override cork(): void {
    if (!this.gathering) {
      this.gathering = true;
      super.cork();
      process.nextTick(() => {
        this.gathering = false;
        super.uncork();
      });
    }
    super.cork();
  }
}
