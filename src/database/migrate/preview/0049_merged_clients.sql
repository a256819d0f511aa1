-- locks: clients, while columns and a constraint are added and its rows are counted
-- Two records of one guest become one (decision 0078): the other ends, without what was known of the guest, and says which one is kept.
alter table clients
  add column merged_at timestamptz,
  add column merged_into_id bigint,
  add foreign key (account_id, merged_into_id) references clients,
  add constraint clients_merged_check check (
    (merged_at is null) = (merged_into_id is null) and merged_into_id <> id and (merged_at is null or forget_me_at is not null)
  );
create index clients_merged on clients (account_id, merged_into_id) where merged_into_id is not null;

select make_recorded_table('clients', 'clients', array[
  'addresses', 'emails', 'phones', 'created_at', 'fullname', 'firstname', 'lastname', 'notes', 'passport',
  'preferred_locale', 'company', 'vat_number', 'forget_me_at', 'processing_restricted_at', 'merged_at', 'merged_into_id'
], ended => 'merged_at');
select name_change_types('clients', 'client', ended => 'merged_at');

-- Lists show no merged ones, and count none.
drop trigger counted_with_rows_made on clients;
drop trigger counted_with_rows_erased on clients;
drop trigger counted_with_none_left on clients;
drop trigger counted_with_rows_changed on clients;
drop function count_clients();
drop function recount_clients();
delete from record_counts where counted = 'clients';
delete from record_count_changes where counted = 'clients';
select make_counted_table('clients', 'merged_at');
