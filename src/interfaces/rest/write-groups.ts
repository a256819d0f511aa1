import { AsyncResource } from "node:async_hooks";
import type { PooledScope } from "../../database/account-scope.ts";
import { outageOf } from "../../database/errors.ts";
import type { GroupMember, GroupOutcome } from "../../database/group-commit.ts";

/** How many writes share a commit at most, and how many such groups of one account are under way at a time. */
const [mostMembers, mostGroups] = [16, 2];

/** Milliseconds after which a group that takes so long does not keep others waiting, and after which a write goes ahead alone. */
const [longestGroup, longestWait] = [250, 1000];

/** A write that may share a commit with others of its account. */
export interface GroupableWrite<T> extends GroupMember<T> {
  /** What it contends for with others: they are done in the same group, or one group after the other. */
  readonly contended: string;
  /** Its account's connections. */
  readonly scope: PooledScope;
  /** The same work in a transaction of its own. */
  readonly alone: () => Promise<T>;
}

/** A write that waits for its group. */
interface Waiting<T> extends GroupableWrite<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
  readonly patience: NodeJS.Timeout;
}

/**
 * Writes that are asked for at the same time share a commit, and what they look up (docs/decisions/0080-group-commit.md): while two groups of an
 * account are under way, those that arrive wait, and make the next one. A group does a write, or leaves it to a transaction of its own: there it
 * is refused, waits for locks, or is tried again, as without a group.
 */
export class WriteGroups<T> {
  readonly #queues = new Map<string, Queue<T>>();

  /** @param key of those that may be in one group: the same account, and the same one who writes */
  async run(key: string, write: GroupableWrite<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? new Queue();
    this.#queues.set(key, queue);
    try {
      return await queue.add(write);
    } finally {
      if (queue.isIdle) this.#queues.delete(key);
    }
  }
}

class Queue<T> {
  #waiting: Waiting<T>[] = [];
  /** How many writes are under way, by what they contend for. */
  readonly #busy = new Map<string, number>();
  /** Those that keep others waiting. */
  readonly #groups = new Set<object>();
  #isStarting = false;

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#busy.size === 0;
  }

  add(write: GroupableWrite<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Whatever begins the group, the work belongs to its own request.
    const work = AsyncResource.bind(write.work);
    const patience = setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      this.#begin([waiting]);
    }, longestWait);
    const waiting = { ...write, work, resolve, reject, patience };
    this.#waiting.push(waiting);
    this.#startSoon();
    return promise;
  }

  /** Requests that were let in together are together here. */
  #startSoon(): void {
    if (this.#isStarting || this.#waiting.length === 0) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      while (this.#groups.size < mostGroups) {
        const members = this.#waiting.filter(({ contended }) => !this.#busy.has(contended)).slice(0, mostMembers);
        if (members.length === 0) return;
        this.#waiting = this.#waiting.filter((waiting) => !members.includes(waiting));
        this.#begin(members);
      }
    });
  }

  #begin(members: readonly Waiting<T>[]): void {
    for (const { contended, patience } of members) {
      clearTimeout(patience);
      this.#busy.set(contended, (this.#busy.get(contended) ?? 0) + 1);
    }
    const group = {};
    this.#groups.add(group);
    const end = (): void => {
      this.#groups.delete(group);
      this.#startSoon();
    };
    const patience = setTimeout(end, longestGroup);
    void doTogether(members, (member) => this.#done(member)).finally(() => {
      clearTimeout(patience);
      end();
    });
  }

  #done({ contended }: Waiting<T>): void {
    const others = (this.#busy.get(contended) ?? 1) - 1;
    if (others > 0) this.#busy.set(contended, others);
    else this.#busy.delete(contended);
    this.#startSoon();
  }
}

/** Does writes as a group, and begins alone what that has left. @param done is told of each when it has come to its end */
async function doTogether<T>(members: readonly Waiting<T>[], done: (member: Waiting<T>) => void): Promise<void> {
  const alone = (member: Waiting<T>): Promise<void> =>
    member
      .alone()
      .finally(() => done(member))
      .then(member.resolve, member.reject);
  const [first, ...others] = members;
  if (first && others.length === 0) return alone(first);
  const outcomes = await outcomesOf(members);
  for (const [index, member] of members.entries()) {
    const outcome = outcomes[index];
    if (!outcome) {
      void alone(member);
      continue;
    }
    done(member);
    if (outcome.status === "fulfilled") member.resolve(outcome.value);
    else member.reject(outcome.reason);
  }
}

/** What a group has come to; where it failed as a whole, each member is left alone, but where the database is gone: then that is its outcome. */
async function outcomesOf<T>(members: readonly Waiting<T>[]): Promise<GroupOutcome<T>[]> {
  try {
    return (await members[0]?.scope.together(members)) ?? [];
  } catch (reason) {
    return members.map(() => (outageOf(reason) ? { status: "rejected", reason } : undefined));
  }
}
