-- locks: token_pairs, while a column is added and filled
-- A refresh token is exchanged once, and again within a minute of that (docs/oauth.md). Until now its successor's first use ended it.
alter table token_pairs add column refreshed_at timestamptz;
update token_pairs set refreshed_at = successors.used_at from (
  select account_id, parent_id, min(first_used_at) as used_at from token_pairs where first_used_at is not null group by account_id, parent_id
) as successors
where token_pairs.account_id = successors.account_id and token_pairs.id = successors.parent_id;
alter table token_pairs drop column parent_id, drop column first_used_at;
