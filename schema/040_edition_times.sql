-- When an open edition is published by itself, and whether its approved articles go out with it.
alter table editions
    add column publish_at timestamptz check (publish_at is null or state = 'open'),
    add column publish_articles boolean not null default false;
create index editions_due on editions (publish_at) where publish_at is not null;
