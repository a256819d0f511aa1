-- Who has registered an application: in the accounts that this person works for it is the account's own, and sees personal data whose
-- processing is restricted. Null for what an administrator has registered, and for what was there before this was noted.
alter table applications add column registered_by_user_id bigint references users;
create index applications_of_user on applications (registered_by_user_id) where registered_by_user_id is not null;

-- When somebody's data in an inquiry was erased: what must not be null says so in its place.
alter table inquiries add column forgotten_at timestamptz;

-- A stored answer may show somebody's data: its body is erased, and its key stays, with the record that it showed.
alter table idempotent_answers add column erased boolean not null default false;
create index idempotent_answers_of_record on idempotent_answers (account_id, resource, record_id) where resource is not null;
-- Answers that were stored before it was noted what they show: bodies begin with the resource, and the first id is the record's.
update idempotent_answers set
  resource = substring(encode(body, 'escape') from '^\{"([a-z_]+)":\['),
  record_id = substring(encode(body, 'escape') from '[{,]"id":"?([0-9a-f-]+)"?[,}]')
where resource is null and not sealed and status <> 204;
