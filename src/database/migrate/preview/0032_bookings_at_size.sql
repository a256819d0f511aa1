-- Every booking that is made asks whether its guest is written to. With many applications and guests PostgreSQL planned that anew each time
-- (0.8 ms, to run 0.02), because plans for known values looked cheaper: one plan is right for all bookings, which are found by their keys.
alter function account_writes_to_guest(bookings) set plan_cache_mode = force_generic_plan;

-- One rental by its account and id. The condition of row-level security stands beside the statement's own, so PostgreSQL expects a hundredth of
-- an account's rentals, and every index that begins with the account looks as good as the primary key: it read thousands of them for one. Here
-- the id alone decides. A hash has no order, so no list is tempted by it, and updates that leave the id alone do not touch it.
create index rentals_by_id on rentals using hash (id);
