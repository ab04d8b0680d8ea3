import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends a GET request over a socket from which nothing is read. The test destroys it. */
export async function openStalledClient(url: URL, authorization = ''): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  return socket;
}
