-- locks: agreement_signatures, clients, guest_forms, while columns and foreign keys are added

-- Answers on the portal belong to the guest who gave them: a booking may get another guest, who answers again. Two records of one guest
-- may have answered for the same booking before they are merged, so the newest answer counts.
alter table guest_forms add column client_id bigint,
  add foreign key (account_id, client_id) references clients,
  drop constraint guest_forms_account_id_booking_id_key;
alter table agreement_signatures add column client_id bigint,
  add foreign key (account_id, client_id) references clients,
  drop constraint agreement_signatures_account_id_booking_id_rental_agreement_key;

update guest_forms set client_id = bookings.client_id from bookings
where bookings.account_id = guest_forms.account_id and bookings.id = guest_forms.booking_id;
update agreement_signatures set client_id = bookings.client_id from bookings
where bookings.account_id = agreement_signatures.account_id and bookings.id = agreement_signatures.booking_id;

create index guest_forms_of_booking on guest_forms (account_id, booking_id);
create index guest_forms_of_client on guest_forms (account_id, client_id) where client_id is not null;
create index agreement_signatures_of_booking on agreement_signatures (account_id, booking_id);
create index agreement_signatures_of_client on agreement_signatures (account_id, client_id) where client_id is not null;

select make_recorded_table('guest_forms', 'guest_forms', '{documents_erased_at,submitted_at,created_at,booking_id,client_id}');
select make_content_table('guest_forms');
select make_recorded_table('agreement_signatures', 'agreement_signatures', '{
  name,locale,signed_at,ip,created_at,booking_id,rental_agreement_id,client_id
}');
select make_content_table('agreement_signatures');

-- Another guest signs the same agreement, which is another event.
create or replace function automations_of_signature() returns trigger language plpgsql as $$
begin
  perform note_automation_event(new.account_id, new.booking_id, 'agreement_signed', 'signature ' || new.id);
  return null;
end
$$;
