-- locks: accounts, webhook_messages, while a constraint is dropped and an index is made
-- What it takes to queue a message for a webhook endpoint (decision 0059). That its account exists, its endpoint says; and what is read by age is
-- read from the oldest, which lies together.

alter table webhook_messages drop constraint webhook_messages_account_id_fkey;
drop index webhook_messages_by_age;
create index webhook_messages_by_age on webhook_messages using brin (created_at);
