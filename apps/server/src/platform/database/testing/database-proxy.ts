import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

/** Stands between a program and its database, on loopback, and does what networks do. */
export interface DatabaseProxy {
  /** The database's address by way of the proxy. */
  url: string;
  /** Passes nothing on over the connections that are open, and closes none of them. New ones work. */
  stall(): void;
  /** Ends every connection. */
  cut(): void;
  /**
   * Ends the next connection over which a transaction is committed that may have written: before the database hears of it, or once it is
   * committed and before the program hears of that.
   * @returns resolves once it has happened
   */
  cutAtCommit(when: 'before' | 'after'): Promise<void>;
  close(): Promise<void>;
}

/** A simple query as the driver writes it: its text ends with a zero byte. */
const commit = Buffer.from('commit\0');
/** A confined read travels as a whole. */
const readOnly = Buffer.from('begin read only');

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const database = new URL(databaseUrl);
  const folder = database.searchParams.get('host');
  const port = database.port || '5432';
  const target = folder
    ? { path: join(folder, `.s.PGSQL.${port}`) }
    : { host: database.hostname, port: Number(port) };
  const pairs = new Set<{ stall(): void; cut(): void }>();
  let waiting: { when: 'before' | 'after'; done: () => void } | null = null;

  const server = createServer((near) => {
    const far = connect(target);
    const pair = { stall: () => stall(near, far), cut: () => cut(near, far) };
    pairs.add(pair);
    let isCommitted = false;
    near.on('data', (bytes: Buffer) => {
      if (waiting && bytes.includes(commit) && !bytes.includes(readOnly)) {
        const { when, done } = waiting;
        waiting = null;
        if (when === 'after') {
          isCommitted = true;
          far.once('data', () => {
            pair.cut();
            done();
          });
        } else {
          pair.cut();
          return done();
        }
      }
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => void (isCommitted || near.write(bytes)));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        other.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  database.searchParams.delete('host');
  database.hostname = '127.0.0.1';
  database.port = String(portOf(server.address()));
  return {
    url: database.href,
    stall: () => pairs.forEach((pair) => pair.stall()),
    cut: () => pairs.forEach((pair) => pair.cut()),
    cutAtCommit: (when) =>
      new Promise((done) => {
        waiting = { when, done };
      }),
    async close() {
      for (const pair of pairs) pair.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function stall(...sockets: Socket[]): void {
  for (const socket of sockets) {
    socket.removeAllListeners('data');
    socket.on('data', () => undefined);
  }
}

function cut(...sockets: Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port is listened on');
  return address.port;
}
