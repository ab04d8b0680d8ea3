import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network link to one port of loopback, which can be cut: nothing passes, and neither side is notified. */
export interface Link {
  port: number;
  cut(): void;
  /** Lets new connections pass. Those from before the end of the cut are closed. */
  restore(): void;
  close(): Promise<void>;
}

export async function startLink(targetPort: number): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }

  const server = createServer((client) => {
    track(client);
    if (isCut) return;
    const target = connect({ host: '127.0.0.1', port: targetPort });
    track(target);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes: Buffer) => void (isCut || to.write(bytes)));
      from.on('close', () => void (isCut || to.destroy()));
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const closeAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    // A listening TCP server has an address with a port.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    restore() {
      isCut = false;
      closeAll();
    },
    async close() {
      closeAll();
      await new Promise((done) => server.close(done));
    },
  };
}
