-- Letters that were asked for before this moment carry no link any more: a new password or address cancels them.
alter table identity.account add column links_valid_from timestamptz;

-- Several links for one purpose work beside each other: a letter that an outsider causes does not end the owner's link.
alter table identity.letter_token
  drop constraint letter_token_pkey,
  drop constraint letter_token_token_hash_key,
  add primary key (token_hash),
  -- When the person asked for what the link does; null in rows from before this column.
  add column asked_at timestamptz,
  drop constraint letter_token_purpose_check,
  add constraint letter_token_purpose_check
    check (purpose in ('reset_password', 'change_email', 'unlock', 'undo_email'));
comment on column identity.letter_token.email is
  'change_email: the new address, which the letter went to. undo_email: the address before the change.';
create index letter_token_account on identity.letter_token (account_id, purpose);

-- Key of the address for which Google itself is the authority (gmail.com, or a hosted domain), as of the last sign-in
-- with Google. Null: it is none, or it is not known.
alter table identity.external_identity add column authoritative_for text;
alter table identity.pending_link add column authoritative_for text;

-- Where the sign-in came from, for the person's own list of sessions; deleted with the row.
alter table identity.session_note add column address text;
