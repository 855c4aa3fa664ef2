-- By what the audit trail is looked through, besides `audit_subject` and `audit_editor`; the newest first, by number.
create index audit_action on audit (action, id desc);
create index audit_kind on audit (split_part(action, '.', 1), id desc);
create index audit_nobody on audit (id desc) where editor_id is null;
create index audit_at on audit (at);
