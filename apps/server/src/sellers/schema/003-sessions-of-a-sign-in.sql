-- The provider's session that a core session came from: where that one is ended, this one ends with it.
alter table sellers.core_session add column sign_in_id text;
