import type pg from "pg";
import type { Answer } from "./answer.ts";
import type { Cause } from "./cause.ts";
import { isUnreachable, sqlState } from "./errors.ts";
import type { Statement } from "./statement.ts";
import { type TextOrigin, type TransactionGroup, Transaction } from "./transaction.ts";

/** A piece of work that may share a transaction, and on whose behalf it writes. */
export interface GroupMember<T> {
  readonly cause: Cause;
  readonly work: (transaction: Transaction) => Promise<T>;
}

/** What came of a piece of work that was committed, or may have been; undefined: nothing, and it is to be done in a transaction of its own. */
export type GroupOutcome<T> = PromiseSettledResult<T> | undefined;

/** A piece of work cannot be done beside the others of its group. */
export class NeedsOwnTransaction extends Error {
  constructor(why: string) {
    super(`A piece of work needs a transaction of its own: ${why}.`);
    this.name = "NeedsOwnTransaction";
  }
}

/** A group is rolled back, since one of it failed when all had begun to write. */
class GroupFailed extends Error {
  constructor(cause: unknown) {
    super("A group of writes is rolled back.", { cause });
    this.name = "GroupFailed";
  }
}

/**
 * Several pieces of work in one transaction: side by side they check, then all write, and one commit is for all
 * (docs/decisions/0080-group-commit.md). One that fails before it writes leaves the group; when one fails later, nothing of the group is written.
 */
export class GroupCommit<T> {
  readonly whole: Transaction;
  private readonly members: readonly {
    readonly work: GroupMember<T>["work"];
    readonly transaction: MemberTransaction;
  }[];
  /** Settled when the transaction is committed, or cannot be any more. */
  private readonly ended = Promise.withResolvers<void>();
  private hasFailed = false;
  private hasSentCommit = false;
  /** On whose behalf the statement that was sent last writes. */
  private cause: Cause | undefined;

  /** @param whole a transaction on the client that begins with reading */
  constructor(client: pg.PoolClient, whole: Transaction, members: readonly GroupMember<T>[]) {
    this.whole = whole;
    this.members = members.map(({ cause, work }) => ({
      work,
      transaction: new MemberTransaction(client, this, cause),
    }));
    // Nobody waits for it where nobody writes.
    this.ended.promise.catch(() => undefined);
  }

  /** Does the work of all. @throws when it was not committed, or nobody knows */
  async run(): Promise<GroupOutcome<T>[]> {
    const outcomes = await Promise.all(
      this.members.map(({ work, transaction }) => this.outcomeOf(transaction, () => work(transaction))),
    );
    if (this.members.some(({ transaction }) => transaction.mayWrite)) await this.ended.promise;
    return outcomes;
  }

  /** Whether the transaction may be committed although it failed so: nothing of it must be done again. */
  mayBeCommitted(error: unknown): boolean {
    return this.hasSentCommit && (sqlState(error) === undefined || isUnreachable(error));
  }

  /** Sends a statement of a member, on whose behalf is noted what it writes. */
  ask(member: MemberTransaction, statement: Statement, values: readonly unknown[]): Promise<Answer> {
    if (member.mayWrite && this.cause !== member.cause) {
      this.cause = member.cause;
      this.whole.causedBy(member.cause);
    }
    return this.whole.ask(statement, values);
  }

  async ready(member: MemberTransaction): Promise<void> {
    if (member.mayWrite) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    member.release = resolve;
    member.stage = "ready";
    this.releaseReady();
    await promise;
  }

  /** Commits when this was the last member that had anything to send. */
  commit(member: MemberTransaction): Promise<void> {
    member.stage = "done";
    // Behind what the members look up together at the end of this turn.
    if (this.transactions.every(({ stage }) => stage === "done" || stage === "left"))
      process.nextTick(() => this.send());
    return this.ended.promise;
  }

  private send(): void {
    if (this.hasFailed || this.hasSentCommit) return;
    this.hasSentCommit = true;
    this.whole.commit().then(this.ended.resolve, this.ended.reject);
  }

  private async outcomeOf(member: MemberTransaction, work: () => Promise<T>): Promise<GroupOutcome<T>> {
    try {
      const value = await work();
      if (member.mayWrite) void this.commit(member);
      else this.leave(member);
      return { status: "fulfilled", value };
    } catch (reason) {
      if (!member.mayWrite) {
        this.leave(member);
        return undefined;
      }
      if (!this.hasSentCommit) {
        this.hasFailed = true;
        this.ended.reject(new GroupFailed(reason));
      }
      return { status: "rejected", reason };
    }
  }

  private leave(member: MemberTransaction): void {
    member.stage = "left";
    this.releaseReady();
  }

  /** Lets all write that are ready, when nobody checks any more. */
  private releaseReady(): void {
    if (this.transactions.some(({ stage }) => stage === "checking")) return;
    for (const transaction of this.transactions) {
      if (transaction.stage !== "ready") continue;
      transaction.stage = "writing";
      transaction.release();
    }
  }

  private get transactions(): MemberTransaction[] {
    return this.members.map(({ transaction }) => transaction);
  }
}

/** The transaction of a group, as one of its members has it. */
class MemberTransaction extends Transaction {
  override readonly group: TransactionGroup;
  readonly cause: Cause;
  /** Nothing is written in the first two, nothing more is sent in the last two. */
  stage: "checking" | "ready" | "writing" | "done" | "left" = "checking";
  release: () => void = () => undefined;
  private readonly commits: Commits;

  constructor(client: pg.PoolClient, commits: Commits, cause: Cause) {
    super(client);
    this.commits = commits;
    this.cause = cause;
    this.group = { whole: commits.whole, ready: () => commits.ready(this) };
  }

  get mayWrite(): boolean {
    return this.stage === "writing" || this.stage === "done";
  }

  /** @throws NeedsOwnTransaction for what writes before all are ready */
  override async ask(statement: Statement, values: readonly unknown[]): Promise<Answer> {
    if (/^\s*(insert|update|delete)\b/.test(statement.text)) this.assertMayWrite();
    return this.commits.ask(this, statement, values);
  }

  /** @throws NeedsOwnTransaction before all are ready */
  override async run(text: string, values: readonly unknown[] = [], origin?: TextOrigin): Promise<number> {
    this.assertMayWrite();
    return super.run(text, values, origin);
  }

  override commit(): Promise<void> {
    return this.commits.commit(this);
  }

  override causeOf(error: unknown): Promise<unknown> {
    return this.commits.whole.causeOf(error);
  }

  private assertMayWrite(): void {
    if (!this.mayWrite) throw new NeedsOwnTransaction("it writes before all have checked what they write");
  }
}

type Commits = Pick<GroupCommit<unknown>, "whole" | "ask" | "ready" | "commit">;
