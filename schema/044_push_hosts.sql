-- Servers of push services that no subscription names any more are forgotten, and whether there is one is asked often.
create index push_subscriptions_host on push_subscriptions (host);
