-- locks: none
-- What publishes changes plans its statements once for each connection: to plan them for each account's values took twice as long as a call that
-- finds a few changes, the first five times on every connection, and gave the same plans.
alter function publish_changes(bigint, integer) set plan_cache_mode = force_generic_plan;
