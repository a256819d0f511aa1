-- locks: payments, while a column is added

-- A dispute that the gateway has reported: open, won or lost. Null for a payment that was never disputed.
alter table payments add column dispute_status text check (dispute_status in ('open', 'won', 'lost'));
update payments set dispute_status = case when disputed_at is null then 'won' else 'open' end where dispute_reported_for is not null;

select make_recorded_table('payments', 'payments', '{
  order_id,transaction_id,address1,address2,amount_in_cents,city,country_code,currency,description,kind,email,
  fullname,ip,locale,notes,state,test,zip,offsite_payment,locked,created_at,rejected_at,rejection_reason,canceled_at,
  paid_at,disputed_at,dispute_status,forget_me_at,processing_restricted_at,capturable_from,authorized_at,escrow_date,
  refunded_payment_id,payment_gateway_id
}', 'canceled_at');
select make_content_table('payments');
