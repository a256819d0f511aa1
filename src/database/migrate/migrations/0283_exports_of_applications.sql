-- locks: applications, exports, while a column and its foreign key are added

-- The application that asked for the export: others may not read what it reads. Null for earlier exports, which end within a week.
alter table exports add column created_by_application_id bigint references applications;
create index exports_of_application on exports (created_by_application_id);
