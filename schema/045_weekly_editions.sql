-- Editions that begin by themselves are of a week, and their date is its Monday; all others are of a day. So far they were told apart by
-- nothing; these have the look of the former.
alter table editions add column weekly boolean not null default false;
update editions set weekly = true where title = '' and extract(isodow from date) = 1;
