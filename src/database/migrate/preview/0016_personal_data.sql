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

-- A payment whose personal data was erased gets none again, whatever is noted of it later: a gateway's answer names a card, a guest who
-- pays on a page an address.
create function payment_stays_forgotten() returns trigger language plpgsql as $$
begin
  new.fullname := null;
  new.email := null;
  new.ip := null;
  new.address1 := null;
  new.address2 := null;
  new.city := null;
  new.zip := null;
  new.state := null;
  new.country_code := null;
  new.notes := null;
  new.card := null;
  new.credit_card_token := null;
  return new;
end
$$;
create trigger payment_stays_forgotten before insert or update on payments for each row
  when (new.forget_me_at is not null) execute function payment_stays_forgotten();

-- What is paid for a forgotten guest is forgotten with them.
create function payment_of_forgotten_guest() returns trigger language plpgsql as $$
begin
  update payments set forget_me_at = clock_timestamp(), updated_at = clock_timestamp()
  where account_id = new.account_id and id = new.payment_id and forget_me_at is null and exists (
    select from bookings join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
    where bookings.account_id = new.account_id and bookings.id = new.booking_id and clients.forget_me_at is not null
  );
  return null;
end
$$;
create trigger payment_of_forgotten_guest after insert on bookings_payments
  for each row execute function payment_of_forgotten_guest();
