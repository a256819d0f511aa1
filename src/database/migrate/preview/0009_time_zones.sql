-- Where a rental lies says when a day is over there (pricing.md §6). A new rental takes its account's time zone (save-rental.ts).
alter table accounts add column time_zone text not null default 'UTC';
alter table rentals add column time_zone text not null default 'UTC';
