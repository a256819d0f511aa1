-- locks: payments, while a column is added
-- When the gateway says that the last event of a payment's dispute happened; `-infinity` where it does not say. Reports arrive in any order.
alter table payments add column dispute_reported_for timestamptz;
