-- locks: none

-- Drops the texts that a person wrote for a booking's guest, once the booking has another one.
create function drop_texts_for_guest(of_account bigint, of_booking bigint) returns void language sql as $$
  update scheduled_actions set subject = null, content = null, updated_at = statement_timestamp()
  where account_id = of_account and booking_id = of_booking and num_nonnulls(subject, content) > 0;
$$;
