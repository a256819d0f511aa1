import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";

/** Returns the problem with an import's address, if any. */
export function urlProblem(text: string): string | undefined {
  const url = URL.parse(asHttps(text));
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return "must be the address of a calendar, such as https://calendars.example/house.ics";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  return undefined;
}

/** Calendar programs write `webcal:` for https. */
export const asHttps = (text: string): string => text.replace(/^webcals?:/i, "https:");

/** Masks an address, which may contain a secret: shows its origin and its last characters. */
export function maskUrl(text: string): string {
  const { origin } = new URL(asHttps(text));
  return `${origin}/…${text.length > origin.length + 12 ? text.slice(-4) : ""}`;
}

const ownerOf = (account: number, feed: number): string => `calendar_feeds ${account} ${feed}`;

/** Seals a feed's address, bound to the feed. */
export function sealUrl(secrets: Secrets, account: number, feed: number, url: string): Buffer {
  return secrets.seal(asHttps(url), ownerOf(account, feed));
}

export function openUrl(secrets: Secrets, account: number, feed: number, sealed: Buffer): string {
  return secrets.open(sealed, ownerOf(account, feed));
}

/** Reseals an account's feed addresses that use a former key, one per transaction. */
export async function resealUrls(scope: AccountScope, secrets: Secrets, account: number): Promise<void> {
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account)));
}

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<{ id: number; sealed_url: Buffer }>(
    `select id, sealed_url from calendar_feeds
     where account_id = $1 and sealed_url is not null and secrets_key_id <> $2 order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const url = openUrl(secrets, account, row.id, row.sealed_url);
  await transaction.run("update calendar_feeds set sealed_url = $3 where account_id = $1 and id = $2", [
    account,
    row.id,
    sealUrl(secrets, account, row.id, url),
  ]);
  return true;
}
