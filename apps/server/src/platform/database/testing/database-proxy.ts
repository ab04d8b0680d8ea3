import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';

/** A loopback proxy between a program and its database that simulates network failures. */
export interface DatabaseProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** Drops all data of the open connections without closing them. New connections work. */
  stall(): void;
  /** Closes every connection. */
  cut(): void;
  /**
   * Closes the next connection that commits a read-write transaction: either before the database receives the commit,
   * or after it has committed and before the program receives the response.
   * @returns resolves after the connection is closed
   */
  cutAtCommit(when: 'before' | 'after'): Promise<void>;
  close(): Promise<void>;
}

/** The driver's simple query; its text ends with a zero byte. */
const commitMessage = Buffer.from('commit\0');
/** Begin and commit of a confined read are sent together, so the commit of a read is recognized by its begin. */
const beginReadOnlyMessage = Buffer.from('begin read only');

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const database = new URL(databaseUrl);
  const folder = database.searchParams.get('host');
  const port = database.port || '5432';
  const target = folder
    ? { path: join(folder, `.s.PGSQL.${port}`) }
    : { host: database.hostname, port: Number(port) };
  const pairs = new Set<{ stall(): void; cut(): void }>();
  let pendingCut: { when: 'before' | 'after'; done: () => void } | null = null;

  const server = createServer((clientSocket) => {
    const serverSocket = connect(target);
    const pair = {
      stall: () => stall(clientSocket, serverSocket),
      cut: () => cut(clientSocket, serverSocket),
    };
    pairs.add(pair);
    let isCommitted = false;
    clientSocket.on('data', (bytes: Buffer) => {
      if (pendingCut && bytes.includes(commitMessage) && !bytes.includes(beginReadOnlyMessage)) {
        const { when, done } = pendingCut;
        pendingCut = null;
        if (when === 'after') {
          isCommitted = true;
          serverSocket.once('data', () => {
            pair.cut();
            done();
          });
        } else {
          pair.cut();
          return done();
        }
      }
      serverSocket.write(bytes);
    });
    serverSocket.on('data', (bytes: Buffer) => void (isCommitted || clientSocket.write(bytes)));
    for (const [one, other] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
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
        pendingCut = { when, done };
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
