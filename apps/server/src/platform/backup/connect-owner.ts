import pg from 'pg';

/** Opens a connection whose statements may take hours. */
export async function connectOwner(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
