import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A relay in front of a server, whose line can be cut. */
export interface Relay {
  url: string;
  /** Cuts the connection that is the next to send so many bytes to the server, in the middle of what it sends. */
  cutAfter(bytes: number): void;
  /** Number of cuts so far. */
  cuts(): number;
  close(): Promise<void>;
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let limit = Infinity;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let sent = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      sent += chunk.length;
      if (sent <= limit) return;
      limit = Infinity;
      cuts += 1;
      client.resetAndDestroy();
    });
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    cutAfter: (bytes) => void (limit = bytes),
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
