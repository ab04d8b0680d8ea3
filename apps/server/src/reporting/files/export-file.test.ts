import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendFile, type ReadRows } from './export-file.ts';
import type { FileWriter } from './file-format.ts';

const patienceMs = 300;
const piece = Buffer.alloc(1_000_000, 'a');
/** As many as may be read at once. */
const slots = 3;

const writer: FileWriter = {
  contentType: 'text/csv',
  extension: 'csv',
  begin: () => Buffer.alloc(0),
  rows: () => piece,
  end: () => Buffer.alloc(0),
};
const endless: ReadRows = async (take) => {
  for (;;) await take([]);
};

describe('a reader who stops and stays', () => {
  const app = fastify();
  const warn = vi.fn();
  const sockets: Socket[] = [];
  app.get('/file', async (_, reply) => {
    await sendFile(reply, { warn }, endless, { name: 'file', headers: {} }, writer, patienceMs);
  });

  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });

  it('is cut off, so that others have the room', async () => {
    const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    for (let reader = 0; reader < slots; reader += 1) {
      const socket = connect(Number(address.port), '127.0.0.1');
      socket.pause();
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET /file HTTP/1.1\r\nhost: localhost\r\n\r\n');
    }
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(slots), { timeout: 10_000 });
    const answer = await fetch(new URL('/file', address));
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  });
});
