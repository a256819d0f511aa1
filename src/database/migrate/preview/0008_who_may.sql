-- Which application made what an application without full rights may change only if it made it; null for what people made, and for
-- what was there before this was noted.
alter table sources add column created_by_application_id bigint references applications;
alter table bookings_tags add column created_by_application_id bigint references applications;
alter table rentals_tags add column created_by_application_id bigint references applications;
alter table clients add column created_by_application_id bigint references applications;

-- A link shows the newest bookings of a source: they are read from the end of this index.
drop index bookings_of_source;
create index bookings_of_source on bookings (account_id, source_id, id) where source_id is not null;

-- How much somebody has tried lately (docs/decisions/0021-throttling.md): a digest of who tries what, and when all of it is forgotten.
alter table sign_in_failures rename to throttled;
alter table throttled rename column window_ends_at to forgotten_at;
alter table throttled drop column failures;
