import pg from 'pg';

/**
 * Opens a connection outside of a pool. The statement that fails reports its end; the event of the end has a listener
 * here, as it would stop this process without one.
 */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
