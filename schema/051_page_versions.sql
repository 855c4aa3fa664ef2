-- Texts of standing pages that were replaced or deleted, so that what readers were told can be found, and brought back.
create table page_versions (
    id bigint generated always as identity primary key,
    -- That of the page, which may have been deleted.
    slug slug not null,
    title text not null,
    -- Sanitised HTML.
    body text not null,
    -- When it was replaced or deleted, and by whom.
    ended_at timestamptz not null default now(),
    editor_id integer references editors
);
create index page_versions_slug on page_versions (slug, id);
