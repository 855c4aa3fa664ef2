-- The newspaper's revision with which readers last saw an article change, and when that was: what a device with earlier news asks for.
-- Of what changed before `deltas_from` nobody knows.
alter table articles add column changed_in bigint not null default 0, add column changed_at timestamptz not null default now();
create index articles_changed on articles (changed_in) where changed_in > 0;
alter table newspaper add column deltas_from bigint not null default 0;
update newspaper set deltas_from = revision;

-- Whom news concerns: those within so many kilometres of its place.
alter table articles add column radius smallint check (radius between 1 and 20000), add check (radius is null or latitude is not null);
alter table sections
    add column latitude numeric(4, 2) check (latitude between -90 and 90),
    add column longitude numeric(5, 2) check (longitude between -180 and 180),
    add column radius smallint check (radius between 1 and 20000),
    add check ((latitude is null) = (longitude is null)),
    add check (radius is null or latitude is not null);
create index articles_placed on articles (published_at desc, id desc) include (revision, latitude, longitude, radius, section_id)
    where status = 'published' and latitude is not null;

-- Kilometres between two points on a sphere of the earth's mean radius (haversine formula).
create function kilometres(latitude1 float8, longitude1 float8, latitude2 float8, longitude2 float8) returns float8
language sql immutable parallel safe as $$
    select 2 * 6371 * asin(least(1, sqrt(
        sin(radians(latitude2 - latitude1) / 2) ^ 2
        + cos(radians(latitude1)) * cos(radians(latitude2)) * sin(radians(longitude2 - longitude1) / 2) ^ 2)))
$$;

-- In which languages there is something to read, found without reading all articles.
create index articles_language on articles (language) where status = 'published';

-- What the operator changed in the policy: every version, the last of which holds. None: the policy as it is delivered.
create table policy_settings (
    version integer primary key check (version > 0),
    settings jsonb not null,
    note text not null default '' check (length(note) <= 500),
    editor_id integer references editors,
    created_at timestamptz not null default now()
);
