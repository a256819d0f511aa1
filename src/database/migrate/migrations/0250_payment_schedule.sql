-- locks: none

-- The payment schedule without a query: a list of bookings calls the function for each row, and starting a query took a third of its time.
create or replace function payment_schedule(
  price numeric, downpayment numeric, deposit numeric, paid numeric, captured numeric,
  made_at timestamptz, balance_due_at timestamptz, deposit_due_at timestamptz
) returns json language plpgsql stable parallel safe as $$
declare
  first_part constant numeric := case when price is null or downpayment is null then 0 else least(downpayment, price) end;
  balance constant numeric := price - first_part;
  lines json[] := '{}';
begin
  if first_part > 0 then
    lines := lines || json_build_object(
      'kind', 'downpayment', 'amount', api_decimal(first_part), 'due_at', api_time(least(made_at, balance_due_at)),
      'paid', api_decimal(least(first_part, greatest(0, paid))));
  end if;
  if balance > 0 then
    lines := lines || json_build_object(
      'kind', 'balance', 'amount', api_decimal(balance), 'due_at', api_time(balance_due_at),
      'paid', api_decimal(least(balance, greatest(0, paid - first_part))));
  end if;
  if deposit > 0 then
    lines := lines || json_build_object(
      'kind', 'damage_deposit', 'amount', api_decimal(deposit), 'due_at', api_time(deposit_due_at),
      'paid', api_decimal(least(deposit, greatest(0, paid - coalesce(price, 0)) + coalesce(captured, 0))));
  end if;
  return array_to_json(lines);
end
$$;
