import { AsyncResource } from "node:async_hooks";
import type { PooledScope } from "../../database/account-scope.ts";
import type { GroupMember, GroupOutcome } from "../../database/group-commit.ts";

/** How many writes share a commit at most, and how many such groups of one account are under way at a time. */
const [mostMembers, mostGroups] = [16, 4];

/** Milliseconds after which a group that takes so long does not keep others waiting, and after which a write goes ahead alone. */
const [longestGroup, longestWait] = [100, 1000];

/** A write that may share a commit with others of its account. */
export interface GroupableWrite<T> extends GroupMember<T> {
  /** What it contends for with others: they are done in the same group, or one group after the other. */
  readonly contended: string;
  /** Its account's connections. */
  readonly scope: PooledScope;
  /** Is told why nothing of a group was committed, for the log: each is then done alone. */
  readonly rolledBack: (reason: unknown) => void;
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
 * Writes that are asked for at the same time share a commit, and what they look up (docs/decisions/0080-group-commit.md): while as many groups of an
 * account are under way as may be, those that arrive wait, and make the next one. A group does a write, or leaves it to a transaction of its own: there it
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
      if (queue.isIdle && this.#queues.get(key) === queue) this.#queues.delete(key);
    }
  }
}

class Queue<T> {
  #waiting: Waiting<T>[] = [];
  /** How many writes are under way, by what they contend for. */
  readonly #busy = new Map<string, number>();
  /** Those that keep others waiting. */
  readonly #groups = new Set<Promise<void>>();
  #isStarting = false;

  get isIdle(): boolean {
    return this.#waiting.length === 0 && this.#busy.size === 0;
  }

  add(write: GroupableWrite<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Whatever begins the group, the work belongs to its own request.
    const [work, alone] = [AsyncResource.bind(write.work), AsyncResource.bind(write.alone)];
    const patience = setTimeout(() => {
      void this.#begin([waiting]);
    }, longestWait);
    const waiting = { ...write, work, alone, resolve, reject, patience };
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
        this.#count(this.#begin(members));
      }
    });
  }

  #begin(members: readonly Waiting<T>[]): Promise<void> {
    this.#waiting = this.#waiting.filter((waiting) => !members.includes(waiting));
    for (const { contended, patience } of members) {
      clearTimeout(patience);
      this.#busy.set(contended, (this.#busy.get(contended) ?? 0) + 1);
    }
    return doTogether(members, (member) => this.#done(member));
  }

  /** Has others wait for a group, unless it takes too long. */
  #count(group: Promise<void>): void {
    this.#groups.add(group);
    const end = (): void => {
      this.#groups.delete(group);
      this.#startSoon();
    };
    const patience = setTimeout(end, longestGroup);
    void group.finally(() => {
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

/** What a group has come to; where nothing of it was committed, each member is left alone. */
async function outcomesOf<T>(members: readonly Waiting<T>[]): Promise<GroupOutcome<T>[]> {
  const [first] = members;
  try {
    return (await first?.scope.together(members)) ?? [];
  } catch (reason) {
    first?.rolledBack(reason);
    return [];
  }
}
