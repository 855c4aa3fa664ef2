-- Renditions of a format that could not be made of a picture, how often that was tried, and when last: it is tried again, at ever longer
-- intervals, and in the end given up. `pictures.made` names only what was made.
create table ladder_faults (
    picture bytea not null references pictures on delete cascade,
    format text not null check (format in ('jpeg', 'webp', 'avif')),
    tries smallint not null default 1 check (tries > 0),
    tried_at timestamptz not null default now(),
    primary key (picture, format)
);

-- Until now a format that could not be made was called made. Of what is at least 240 pixels wide there is an AVIF, and of all a WebP.
update pictures p set claimed_at = null, made = array(
    select f from unnest(made) with ordinality m(f, place)
    where f not in ('webp', 'avif') or f = 'avif' and p.width < 240
        or exists (select from renditions r where r.picture = p.hash and r.format = f)
    order by place)
where made && '{webp,avif}' and replaced_by is null
    and (not exists (select from renditions r where r.picture = p.hash and r.format = 'webp')
        or p.width >= 240 and not exists (select from renditions r where r.picture = p.hash and r.format = 'avif'));
