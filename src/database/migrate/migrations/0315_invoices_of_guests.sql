-- locks: clients, invoices, while a column and its foreign key are added

-- An invoice stays its guest's when the booking gets another one. Earlier invoices become those of the booking's present guest.
alter table invoices add column client_id bigint,
  add foreign key (account_id, client_id) references clients;

drop trigger frozen on invoices;
update invoices set client_id = bookings.client_id from bookings
where bookings.account_id = invoices.account_id and bookings.id = invoices.booking_id;

create index invoices_of_client on invoices (account_id, client_id) where client_id is not null;

-- The law asks for unchanged documents. Only a closed account's go, and a merged guest's become those of the kept record.
create or replace function invoice_is_frozen() returns trigger language plpgsql as $$
declare
  moved record;
begin
  if tg_op = 'DELETE' and exists (select from accounts where accounts.id = old.account_id and accounts.closed_at is not null) then
    return null;
  end if;
  if tg_op = 'UPDATE' and new.client_id <> old.client_id then
    moved := old;
    moved.client_id := new.client_id;
    moved.updated_at := new.updated_at;
    -- Compares bytes: `1.0` is not `1.00`.
    if moved *= new then
      return null;
    end if;
  end if;
  raise exception 'invoice % is issued and never changes', old.number using errcode = 'restrict_violation';
end
$$;
create trigger frozen after update or delete on invoices for each row execute function invoice_is_frozen();

select make_recorded_table('invoices', 'invoices', '{
  kind,number,issued_on,due_on,locale,currency,net_amount,tax_amount,total_amount,created_at,booking_id,credited_invoice_id,client_id
}');
select make_content_table('invoices');
