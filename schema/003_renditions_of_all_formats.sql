-- What was seen in a picture. Null for those that came before; the background work on renditions fills it in.
alter table pictures
    add column focus_x smallint check (focus_x between 0 and 100),
    add column focus_y smallint check (focus_y between 0 and 100),
    -- Whether an editor set the focal point; else it was found.
    add column focus_is_set boolean not null default false,
    add column color text check (color ~ '^#[0-9a-f]{6}$'),
    add column placeholder bytea check (octet_length(placeholder) <= 400),
    -- Of which formats all renditions have been made; and when one was last claimed by who makes them.
    add column made text[] not null default '{}',
    add column claimed_at timestamptz,
    add check ((focus_x is null) = (focus_y is null));
create index pictures_unmade on pictures (cardinality(made), created_at desc) where not made @> '{jpeg,webp,avif}';

-- Crops stand beside the whole picture. `crop` tells where one begins; a new focal point replaces it.
alter table renditions
    add column shape text not null default 'whole' check (shape in ('whole', 'square', 'wide')),
    add column crop smallint not null default 0 check (crop between 0 and 100);
alter table renditions drop constraint renditions_pkey;
alter table renditions add primary key (picture, shape, width, quality, format);

-- Rises when renditions change, which no article's revision tells.
alter table newspaper add column pictures bigint not null default 0;
