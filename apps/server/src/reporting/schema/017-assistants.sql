-- The OAuth client of an assistant, by its address. The token's hash is then that of the grant, and the access ends
-- with either of them. Null for accesses with a secret.
alter table reporting.access add column assistant text;
