-- locks: fees, while columns are added

-- How many units of an extra exist, which overlapping stays share, and until when guests book it on their portal.
alter table fees add column stock integer check (stock > 0);
alter table fees add column cutoff_hours integer check (cutoff_hours between 0 and 8760);

select make_recorded_table('fees', 'fees', '{
  kind,headline,name,rate,rate_kind,archived_at,created_at,downpayment_percentage,currency,maximum_possible_rate,maximum_nights,
  stock,cutoff_hours,notes
}', 'archived_at');
select make_content_table('fees');
