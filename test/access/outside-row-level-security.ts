/**
 * Account tables that are read by a secret or for a signed-in person before the account is known (docs/design/tenancy.md).
 * `make_account_table` creates every other account table.
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
