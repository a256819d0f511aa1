-- locks: none

-- As before, without the branch for new bookings, which calendars_entered() counts for a whole statement.
create or replace function calendar_changed() returns trigger language plpgsql as $$
declare
  once constant boolean := coalesce(current_setting('roost.counts_calendars', true), '') = 'once';
  -- The calendars that the booking has left and entered.
  rental bigint;
begin
  foreach rental in array case
      when tg_op = 'DELETE' or new.rental_id = old.rental_id then array[old.rental_id]
      else array[old.rental_id, new.rental_id] end
  loop
    if once then
      perform from rentals where account_id = old.account_id and id = rental
        and xmin = pg_current_xact_id()::xid and calendar_changed_at >= now();
      continue when found;
    end if;
    update rentals set calendar_version = calendar_version + 1 where account_id = old.account_id and id = rental;
  end loop;
  return null;
end
$$;
