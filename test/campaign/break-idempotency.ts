import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { Transaction } from "../../src/database/sql/transaction.ts";

// Every Roost process loads this first (`--broken idempotency`). It stores a key's response after the commit, outside the transaction, so a
// kill in between loses the response of a committed write.

/** Milliseconds between commit and response, long enough for each kill to hit several writes. */
const delayMs = 1500;

const connections = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? "", max: 10 });
connections.on("error", () => undefined);
const late = new WeakMap<Transaction, readonly [text: string, values: readonly unknown[]]>();
const { run, commit } = Transaction.prototype;

Transaction.prototype.commit = async function (): Promise<void> {
  await commit.call(this);
  const deferred = late.get(this);
  if (!deferred) return;
  await wait(delayMs);
  const [text, values] = deferred;
  await connections.query(text, [...values]);
};

Transaction.prototype.run = async function (text: string, values: readonly unknown[] = []): Promise<number> {
  if (!text.startsWith("insert into idempotent_answers")) return run.call(this, text, values);
  late.set(this, [text, values]);
  return 1;
};
