-- The accounts of the streams in bench/book.ts. The first of ten stays plain; the others get, in order:
--   second   a cancelation policy with three items
--   third    rentals linked in pairs; fourth: rentals linked by four, both without a policy
--   fifth    pairs and a policy; sixth: fours and a policy

create temporary table variants as
select accounts.id as account_id, kinds.rentals, has_policy
from (select id, row_number() over (order by id) as place from accounts) as accounts
join (values (2, 1, true), (3, 2, false), (4, 4, false), (5, 2, true), (6, 4, true)) as kinds (place, rentals, has_policy) using (place);

insert into rental_cancelation_policies (account_id, body)
select account_id, '{"en": "Half of the price from sixty days before arrival, all of it in the last week."}' from variants where has_policy;

-- Each booking has a copy of the policy, as the earlier bookings of an account in use have.
insert into rental_cancelation_policies (account_id, booking_id, body)
select policies.account_id, bookings.id, policies.body
from rental_cancelation_policies as policies join bookings on bookings.account_id = policies.account_id;

insert into rental_cancelation_policy_items (account_id, rental_cancelation_policy_id, eligible_days, penalty_percentage)
select account_id, id, days, percentage
from rental_cancelation_policies, (values (60, 50), (30, 80), (7, 100)) as items (days, percentage);

-- An account's rentals in order, in groups of a size; the remaining ones are in no group.
create temporary table linked as
select account_id, rental_id, account_id * 1000 + place / rentals as group_id
from (
  select variants.account_id, variants.rentals, rentals.id as rental_id,
    row_number() over (partition by variants.account_id order by rentals.id) - 1 as place,
    count(*) over (partition by variants.account_id) as all_rentals
  from variants join rentals on rentals.account_id = variants.account_id where variants.rentals > 1
) as placed where place / rentals < all_rentals / rentals;

insert into rental_link_groups (account_id, id) select distinct account_id, group_id from linked;

insert into rental_link_groups_rentals (account_id, rental_link_group_id, rental_id) select account_id, group_id, rental_id from linked;

insert into rental_links (account_id, rental_link_group_id, source_rental_id, destination_rental_id)
select source.account_id, source.group_id, source.rental_id, destination.rental_id
from linked as source join linked as destination using (account_id, group_id)
where source.rental_id <> destination.rental_id;

analyze rental_cancelation_policies, rental_cancelation_policy_items, rental_link_groups, rental_link_groups_rentals, rental_links;
