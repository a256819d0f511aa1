-- locks: none

-- What a guest pays when, as JSON: amounts of the price by due time, and the damage deposit. Payments fill the lines in their order.
--
-- made_at: when the downpayment was due, on the clock of the house like the other times
create function payment_schedule(
  price numeric, downpayment numeric, deposit numeric, paid numeric, made_at timestamptz, balance_due_at timestamptz, deposit_due_at timestamptz
) returns json language sql stable parallel safe
begin atomic
  select coalesce(json_agg(json_build_object(
    'kind', kind, 'amount', api_decimal(amount), 'due_at', api_time(due_at), 'paid', api_decimal(least(amount, greatest(0, paid - earlier)))
  ) order by place), '[]')
  from (select case when price is not null and downpayment is not null then least(downpayment, price) end as first_part) as promised
  cross join lateral (values
    (1, 'downpayment', first_part, least(made_at, balance_due_at), 0),
    (2, 'balance', price - coalesce(first_part, 0), balance_due_at, coalesce(first_part, 0)),
    (3, 'damage_deposit', deposit, deposit_due_at, coalesce(price, 0))
  ) as lines (place, kind, amount, due_at, earlier)
  where amount > 0;
end;
