-- locks: payments

-- A canceled payment is no longer an event. Actions that wait for a time after it are canceled, like those of a rule that no longer applies.
create function automations_of_canceled_payment() returns trigger language plpgsql as $$
declare
  stays bigint[];
begin
  select array_agg(booking_id) into stays from bookings_payments where account_id = new.account_id and payment_id = new.id;
  update scheduled_actions set event_at = null, updated_at = statement_timestamp()
  where account_id = new.account_id and booking_id = any (stays) and occurrence = 'payment ' || new.id and state in ('scheduled', 'paused');
  if found then
    perform plan_bookings(new.account_id, stays, active_automations(new.account_id));
  end if;
  return null;
end
$$;
create trigger automations_of_canceled_payment after update of canceled_at on payments for each row
  when (old.canceled_at is null and new.canceled_at is not null) execute function automations_of_canceled_payment();
