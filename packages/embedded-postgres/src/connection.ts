import { createServer } from 'node:net';
import pg from 'pg';
import { superuserName, type Cluster } from './cluster.ts';

/** Where a server listens: on a Unix socket in a private folder, or on a loopback port. */
export type ServerAddress = { port: number; socketFolder?: string };

/** Paths of Unix sockets are limited to about 100 bytes on every system. */
const maxSocketPathBytes = 100;
/** Only part of the socket's file name; no TCP port is opened. */
const socketPort = 5400;
const defaultPort = 5432;

/**
 * Returns a free address for a server of this cluster, preferably a Unix socket.
 * @param offset distinguishes servers that run side by side
 */
export async function chooseAddress(cluster: Cluster, offset = 0): Promise<ServerAddress> {
  const port = socketPort + offset;
  const path = `${cluster.socketFolder}/.s.PGSQL.${port}.lock`;
  if (Buffer.byteLength(path) <= maxSocketPathBytes) {
    return { port, socketFolder: cluster.socketFolder };
  }
  return { port: await findFreePort() };
}

/** Returns the settings of a server that listens at this address only. */
export function listenSettings({ port, socketFolder }: ServerAddress): Record<string, string> {
  return {
    port: String(port),
    listen_addresses: socketFolder === undefined ? '127.0.0.1' : '',
    // A list, in which quotes protect the commas of a path.
    unix_socket_directories:
      socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}

/**
 * Returns a postgres:// URL for `pg`. For a Unix socket the host of the URL is a placeholder; the `host` parameter
 * contains the socket folder.
 */
export function connectionUrl(
  cluster: Cluster,
  address: ServerAddress,
  database = 'postgres',
): string {
  const host = address.socketFolder === undefined ? '127.0.0.1' : 'localhost';
  const url = new URL(`postgres://${host}:${address.port}/${database}`);
  url.username = superuserName;
  url.password = cluster.password;
  if (address.socketFolder !== undefined) url.searchParams.set('host', address.socketFolder);
  return url.href;
}

/** Queries the data folder of the server at this address. @throws if the server does not answer */
export async function queryDataFolder(cluster: Cluster, address: ServerAddress): Promise<string> {
  const row = await queryOnce<{ data_directory: string }>(
    connectionUrl(cluster, address),
    'show data_directory',
  );
  return row?.data_directory ?? '';
}

/** Returns the first row of a statement, over a connection of its own. @throws if the server does not answer */
export async function queryOnce<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  // The statement reports a lost connection. Without a listener, its event would stop this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Row>(statement);
    return rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns whether a server rejected the password stored with its data. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01';
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => {
        if (port === defaultPort) findFreePort().then(resolve, reject);
        else resolve(port);
      });
    });
  });
}
