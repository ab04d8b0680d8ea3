-- A session is found by the `sid` that our front end knows from its ID token.
create index artifact_session_sid
  on identity.artifact ((payload #>> '{authorizations,seller-connect-web,sid}'))
  where model = 'Session';

-- Sessions of pages that keep their refresh token here instead of in the browser. The id is the SHA-256 of a
-- cookie; what the row holds is sealed with a key made from that cookie, so that the row alone opens nothing.
create table identity.backend_session (
  id_hash bytea primary key,
  client_id text not null,
  account_id text not null,
  -- The provider's session that this one ends with.
  session_uid text not null,
  -- The refresh token and the last answer.
  sealed bytea not null,
  -- Counts the exchanges: whoever waited for one finds that it has happened.
  generation integer not null,
  -- One process at a time exchanges; a claim ends by itself when that process dies.
  busy_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index backend_session_uid on identity.backend_session (session_uid);
create index backend_session_expiry on identity.backend_session (expires_at);
select platform.grant_identity('identity.backend_session');
