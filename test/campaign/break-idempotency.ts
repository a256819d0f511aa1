import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { Transaction } from "../../src/database/sql/transaction.ts";

// Loaded by every process of Roost before anything else (`--broken idempotency`): the answer that a key keeps is stored by itself, a moment
// behind the commit of the work. Whoever is killed in between has done what nobody knows to have been done.

/** Milliseconds between the commit and what is stored behind it: so many that each kill finds several writes in between. */
const behind = 1500;

const connections = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? "", max: 10 });
connections.on("error", () => undefined);
const late = new WeakMap<Transaction, readonly [text: string, values: readonly unknown[]]>();
const { run, commit } = Transaction.prototype;

Transaction.prototype.commit = async function (): Promise<void> {
  await commit.call(this);
  const kept = late.get(this);
  if (!kept) return;
  await wait(behind);
  const [text, values] = kept;
  await connections.query(text, [...values]);
};

Transaction.prototype.run = async function (text: string, values: readonly unknown[] = []): Promise<number> {
  if (!text.startsWith("insert into idempotent_answers")) return run.call(this, text, values);
  late.set(this, [text, values]);
  return 1;
};
