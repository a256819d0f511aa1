-- locks: none

-- The fewest days before arrival on which a policy's cancelation is free; null if none is. The items' days are ascending.
create function fewest_free_days(days integer[], percentages numeric[]) returns integer language plpgsql immutable parallel safe as $$
declare
  item integer;
begin
  foreach item in array -1 || days loop
    if coalesce(percentages[width_bucket(item, days) + 1], 0) = 0 then
      return item + 1;
    end if;
  end loop;
  return null;
end
$$;
