-- locks: users, webhook_endpoints, while a column and its foreign key are added

-- The person who last wrote the endpoint in the console. It ends with their role (events.md, Change feed).
alter table webhook_endpoints add column user_id bigint references users;
create index webhook_endpoints_of_user on webhook_endpoints (user_id) where user_id is not null;
