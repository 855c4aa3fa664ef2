-- Mails whose link leads readers to everything that is kept of them.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in ('confirmation', 'own', 'letter', 'test'));
alter table mails drop constraint mails_check1;
alter table mails add constraint mails_letter_check check (kind in ('confirmation', 'own') or letter_id is not null);
