-- Keys on people's devices with which they log in without a password: readers, and people of the newsroom.
create table passkeys (
    id bigint generated always as identity primary key,
    reader_id bigint references readers on delete cascade,
    editor_id bigint references editors on delete cascade,
    -- The authenticator's identifier for it (Web Authentication, section 5.8.3).
    credential bytea not null unique check (octet_length(credential) between 1 and 1023),
    -- A SubjectPublicKeyInfo in DER.
    public_key bytea not null check (octet_length(public_key) <= 200),
    -- How often it has signed, if the authenticator counts.
    counter bigint not null,
    -- The browser in which it was made.
    agent text not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    check (num_nonnulls(reader_id, editor_id) = 1)
);
create index passkeys_reader on passkeys (reader_id) where reader_id is not null;
create index passkeys_editor on passkeys (editor_id) where editor_id is not null;
