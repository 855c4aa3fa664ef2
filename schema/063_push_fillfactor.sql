-- Each message to a device counts on its subscription's row. With room for the new version beside the old one, none of the six indexes has to
-- be written for that (heap-only tuples), which took most of the database's time in a mass push.
alter table push_subscriptions set (fillfactor = 70);
