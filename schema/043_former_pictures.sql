-- A picture that was replaced can be brought back: when it went, and who replaced it.
alter table pictures
    add column replaced_at timestamptz,
    add column replacer integer references editors;

update pictures p set replaced_at = a.at, replacer = a.editor_id
from (
    select distinct on (subject) subject, at, editor_id from audit where action = 'picture.replace' order by subject, id desc
) a
where p.replaced_by is not null and a.subject = 'picture/' || encode(p.hash, 'hex');
update pictures set replaced_at = now() where replaced_by is not null and replaced_at is null;
