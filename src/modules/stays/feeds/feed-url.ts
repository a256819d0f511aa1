import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";

/** What is wrong with the address of an import; undefined when nothing is. */
export function urlProblem(text: string): string | undefined {
  const url = URL.parse(asHttps(text));
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return "must be the address of a calendar, such as https://calendars.example/house.ics";
  if (url.username !== "" || url.password !== "") return "must not hold a password";
  return undefined;
}

/** `webcal:` is what calendar programs call https. */
export const asHttps = (text: string): string => text.replace(/^webcals?:/i, "https:");

/** What is shown of an address, of which any part may be a secret: whose it is, and its end. */
export function maskUrl(text: string): string {
  const { origin } = new URL(asHttps(text));
  return `${origin}/…${text.length > origin.length + 12 ? text.slice(-4) : ""}`;
}

const ownerOf = (account: number, feed: number): string => `calendar_feeds ${account} ${feed}`;

/** Seals the address of a feed: it opens as no other's. */
export function sealUrl(secrets: Secrets, account: number, feed: number, url: string): Buffer {
  return secrets.seal(asHttps(url), ownerOf(account, feed));
}

export function openUrl(secrets: Secrets, account: number, feed: number, sealed: Buffer): string {
  return secrets.open(sealed, ownerOf(account, feed));
}

/** Seals the addresses of an account's feeds anew that were sealed under former keys, one by one. */
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
