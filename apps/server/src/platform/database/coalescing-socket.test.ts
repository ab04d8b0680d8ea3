import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { CoalescingSocket } from './coalescing-socket.ts';

describe('a coalescing socket', () => {
  it('sends what is corked in one tick at once and in order, before the next tick', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
    const arrived = once(server, 'connection').then(([peer]) => text(peer));
    const socket = new CoalescingSocket();
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const sent = vi.spyOn(socket, '_writev');

    for (const statement of ['ab', 'cd', 'ef']) {
      socket.cork();
      for (const part of statement) socket.write(part);
      socket.uncork();
    }
    await new Promise((written) => socket.write('g', written));
    expect(sent).toHaveBeenCalledOnce();
    await new Promise((written) => socket.write('h', written));

    socket.end('i');
    expect(await arrived).toBe('abcdefghi');
    server.close();
  });
});
