-- Who has registered an application: in the accounts that this person works for it is the account's own, and sees personal data whose
-- processing is restricted. Null for what an administrator has registered, and for what was there before this was noted.
alter table applications add column registered_by_user_id bigint references users;
create index applications_of_user on applications (registered_by_user_id) where registered_by_user_id is not null;

-- When somebody's data in an inquiry was erased: what must not be null says so in its place.
alter table inquiries add column forgotten_at timestamptz;
