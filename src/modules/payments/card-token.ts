import type { Secrets } from "../../kernel/secrets.ts";
import type { AccountTransaction } from "../../kernel/write/context.ts";

const ownerOf = (account: number, payment: number): string => `payments ${account} ${payment}`;

/** Keeps what a gateway gave for a card, sealed, until it is used; what is shown of it stands beside. */
export async function storeToken(
  { transaction, account, secrets }: AccountTransaction & { readonly secrets: Secrets },
  payment: number,
  { token, shown }: { readonly token: string; readonly shown: string },
): Promise<void> {
  await transaction.run(
    "update payments set sealed_token = $3, credit_card_token = $4 where account_id = $1 and id = $2",
    [account.id, payment, secrets.seal(token, ownerOf(account.id, payment)), shown],
  );
}

/** @throws Error when it was sealed under a key that is not here any more */
export function openToken(secrets: Secrets, account: number, payment: number, sealed: Buffer): string {
  return secrets.open(sealed, ownerOf(account, payment));
}
