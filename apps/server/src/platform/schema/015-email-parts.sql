-- The demo's mailbox shows emails with an HTML part and attachments ({filename, contentType, base64}) too.
alter table platform.mailbox add column html text;
alter table platform.mailbox add column attachments jsonb not null default '[]';
