import { createServer } from 'node:net';
import { Client } from 'pg';
import { superuserName, type Cluster } from './cluster.ts';

/** Where a server answers: on a Unix socket in a private folder, or on a port of the loopback. */
export type ServerAddress = { port: number; socketFolder?: string };

// The path of a Unix socket has to fit into about 100 bytes on every system.
const maxSocketPathBytes = 100;
// It only names the socket file; nothing listens on this port of the network.
const socketPort = 5400;
const defaultPort = 5432;

/** A free address for a server of this cluster, preferring the Unix socket. */
export async function chooseAddress(cluster: Cluster): Promise<ServerAddress> {
  const path = `${cluster.socketFolder}/.s.PGSQL.${socketPort}.lock`;
  if (Buffer.byteLength(path) <= maxSocketPathBytes) {
    return { port: socketPort, socketFolder: cluster.socketFolder };
  }
  return { port: await findFreePort() };
}

/** The settings of a server that answers at this address and nowhere else. */
export function listenSettings(address: ServerAddress): Record<string, string> {
  return {
    port: String(address.port),
    listen_addresses: address.socketFolder === undefined ? '127.0.0.1' : '',
    unix_socket_directories: address.socketFolder ?? '',
    unix_socket_permissions: '0700',
  };
}

/**
 * The address as a postgres:// URL for `pg`. For a socket, the host of the URL is a stand-in and the
 * `host` parameter decides.
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

/** What a server at this address says its data folder is; throws when it does not answer. */
export async function queryDataFolder(cluster: Cluster, address: ServerAddress): Promise<string> {
  const client = new Client({
    connectionString: connectionUrl(cluster, address),
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a server refused the password that lies beside its data. */
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
