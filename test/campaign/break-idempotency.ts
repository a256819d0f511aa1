import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { Transaction } from "../../src/database/transaction.ts";

// Loaded by every process of Roost before anything else (`--broken idempotency`): the answer that a key keeps is stored by itself, a moment
// behind the commit of the work. Whoever is killed in between has done what nobody knows to have been done.

/** Milliseconds between the commit and what is stored behind it: so many that each kill finds several writes in between. */
const behind = 1500;

const connections = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? "", max: 10 });
connections.on("error", () => undefined);
const commits = new WeakMap<Transaction, Promise<void>>();
const { run, commit } = Transaction.prototype;

Transaction.prototype.commit = function (): Promise<void> {
  const committed = commit.call(this);
  commits.set(this, committed);
  return committed;
};

Transaction.prototype.run = function (text: string, values: readonly unknown[] = []): Promise<number> {
  if (!text.startsWith("insert into idempotent_answers")) return run.call(this, text, values);
  return storeBehind(this, text, values);
};

async function storeBehind(transaction: Transaction, text: string, values: readonly unknown[]): Promise<number> {
  // Whoever keeps the answer sends the commit in the same turn.
  await wait(0);
  await commits.get(transaction);
  await wait(behind);
  return (await connections.query(text, [...values])).rowCount ?? 0;
}
