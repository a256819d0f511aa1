/**
 * Tables with an account that are looked up by a secret, or for a signed-in person, before it is known which account asks
 * (docs/design/tenancy.md). Every other table of the accounts is made by `make_account_table`.
 */
export const outsideRowLevelSecurity: readonly string[] = [
  "access_tokens",
  "accounts_applications",
  "agent_token_accounts",
  "authorization_codes",
  "grants",
  "invitations",
  "memberships",
  "token_pairs",
];
