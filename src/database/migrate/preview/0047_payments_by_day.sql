-- locks: payments, while an index is built
-- The list of payments of some days (console.md, Screens): those that count, by when they were paid.
create index payments_by_day on payments (account_id, paid_at) where canceled_at is null;
