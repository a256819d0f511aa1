-- locks: accounts, agreement_signatures, automations, guest_forms, while triggers are created and a check is replaced

-- Rules about what guests do on their portal. Extras are noted by the portal itself: the API books them for managers too.
alter table automations drop constraint automations_trigger_check,
  add constraint automations_trigger_check check (trigger in (
    'booking_confirmed', 'hold_made', 'hold_expiring', 'booking_canceled', 'booking_moved', 'payment_received', 'payment_failed',
    'balance_due', 'message_received', 'review_received', 'guest_form_submitted', 'agreement_signed', 'extras_booked', 'arrival',
    'departure', 'booked_at'
  ));

create function automations_of_guest_form() returns trigger language plpgsql as $$
begin
  perform note_automation_event(new.account_id, new.booking_id, 'guest_form_submitted', 'form ' || new.id);
  return null;
end
$$;
create trigger automations_of_new_guest_form after insert on guest_forms for each row execute function automations_of_guest_form();

create function automations_of_signature() returns trigger language plpgsql as $$
begin
  perform note_automation_event(new.account_id, new.booking_id, 'agreement_signed', 'agreement ' || new.rental_agreement_id);
  return null;
end
$$;
create trigger automations_of_new_signature after insert on agreement_signatures
  for each row execute function automations_of_signature();

-- Guests without a language of their own have the account's. A job plans its rules about languages again.
create function automations_of_account() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update automations set version = version + 1
  where account_id = new.id and languages is not null and state <> 'off' and deleted_at is null;
  return null;
end
$$;
revoke execute on function automations_of_account() from public;
create trigger automations_of_changed_account after update on accounts for each row
  when (old.default_communication_locale is distinct from new.default_communication_locale) execute function automations_of_account();
