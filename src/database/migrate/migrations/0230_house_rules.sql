-- locks: rentals, while a column is added

-- The manager's own house rules, by locale (guests.md, Booking).
alter table rentals add column house_rules jsonb not null default '{}';

select make_recorded_table('rentals', 'rentals', '{
  name,headline,summary,description,house_rules,rental_type,management_type,residency_category,certifications,permit_number,
  permit_issue_date,website_url,contact_name,public_notes,position,published_at,reviews_count,reviews_average_rating,
  sleeps,sleeps_max,bedrooms_count,bathrooms_count,stories_count,floor,surface,surface_unit,lat,lng,city,state,
  country_code,bookable_online,bookable_on_request,instantly_bookable,checkin_type,checkin_time,checkin_end_time,
  checkout_time,absolute_min_stay,preparation_days,time_zone,currency,base_rate,base_rate_kind,absolute_min_price,
  min_price,max_price,rounding_kind,price_public_notes,downpayment,balance_due,damage_deposit,
  charge_damage_deposit_on_arrival,damage_deposit_collection_method,damage_deposit_external_collection_method_name,
  damage_deposit_authorized_before,refund_damage_deposit_after,mid_term_pricing_active,nightly_rates_managed_externally,
  address1,address2,zip,checkin_details,checkout_details,notes,owner_fullname,owner_email,owner_notes,created_at,
  destination_id,payment_gateway_id,rates_table_id,rentals_contact_id as rentals_contact_id
}', ended => 'deleted_at');
select make_content_table('rentals');
