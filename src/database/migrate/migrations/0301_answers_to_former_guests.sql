-- locks: none

-- Ends the messages that a rule planned after an event, such as a signature, for a booking's former guest. Without the event's time no
-- later plan wants them. Roost's own mails stay: confirmations and deposits concern the guest who comes.
create function end_answers_to_guest(of_account bigint, of_booking bigint) returns void language sql as $$
  update scheduled_actions as action set event_at = null, requested_at = null, updated_at = statement_timestamp(),
    state = case when action.state in ('scheduled', 'paused') then 'canceled' else action.state end,
    reason = case when action.state in ('scheduled', 'paused') then 'another_guest' else action.reason end
  from automations
  where action.account_id = of_account and action.booking_id = of_booking and action.event_at is not null and action.state <> 'sent'
    and automations.account_id = of_account and automations.id = action.automation_id
    and automations.effect = 'message' and automations.built_in is null;
$$;
