-- The stories that a letter tells: if readers may no longer see one of them, the letter is written anew before more of it is sent.
create table letter_stories (
    letter_id bigint not null references letters on delete cascade,
    article_id bigint not null references articles on delete cascade,
    primary key (letter_id, article_id)
);
create index letter_stories_article on letter_stories (article_id);

-- What became of a letter's mails that are forgotten since, by their age or with their readers.
alter table letters add column sent integer not null default 0;
alter table letters add column refused integer not null default 0;
alter table letters add column doubtful integer not null default 0;

create function count_forgotten_mails() returns trigger language plpgsql set search_path from current as $$
begin
    update letters l
    set sent = l.sent + f.sent, refused = l.refused + f.refused, doubtful = l.doubtful + f.doubtful
    from (select letter_id, count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'refused') as refused,
            count(*) filter (where state = 'doubt') as doubtful
        from forgotten group by letter_id) f
    where l.id = f.letter_id;
    return null;
end
$$;
create trigger mails_forgotten after delete on mails referencing old table as forgotten
    for each statement execute function count_forgotten_mails();
