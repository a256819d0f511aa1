import { guestKeys } from "../../../stays/clients/identity/guest-lock.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";

/** The keys of a line's guest (bookings.md, Who a guest is). */
export function keysOfGuest({ values }: Pick<ReferencedLine, "values">): string[] {
  const text = (column: string): string | null => (values[column] === undefined ? null : String(values[column]));
  return guestKeys({ email: text("client.email"), phone: text("client.phone") });
}

/** Lines of one guest take turns, so that the second one finds the first one's client. Lines of other guests run meanwhile. */
export class GuestTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs the work of a line once the earlier lines of its guest have ended. */
  run<T>(line: ReferencedLine, work: () => Promise<T>): Promise<T> {
    const keys = keysOfGuest(line);
    if (keys.length === 0) return work();
    const earlier = keys.flatMap((key) => this.last.get(key) ?? []);
    const running = Promise.allSettled(earlier).then(work);
    for (const key of keys) this.last.set(key, running);
    return running;
  }
}
