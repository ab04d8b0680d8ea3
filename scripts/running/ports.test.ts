import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { requireFreePorts, sandboxPorts } from './ports.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function occupy(host: string): Promise<number> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const wanted = (port: number) => [
  { port, setting: 'PORT', what: 'the application', example: 3010 },
];

it.each(['127.0.0.1', '0.0.0.0'])(
  'names a port that is taken on %s, with its setting',
  async (host) => {
    const port = await occupy(host);
    await expect(requireFreePorts(wanted(port), 0)).rejects.toThrow(
      `Port ${port} (the application) is taken by another program: stop that program, or choose another port with PORT, for example PORT=3010 npm start.`,
    );
  },
);

it('waits for an earlier run to exit', async () => {
  const port = await occupy('127.0.0.1');
  const free = requireFreePorts(wanted(port), 10_000);
  servers[0]?.close();
  await expect(free).resolves.toBeUndefined();
});

it('names the sandbox and every port of it that its manual lists', () => {
  const manual = readFileSync('apps/sandbox/README.md', 'utf8');
  const listed = [...manual.matchAll(/^\| (31\d\d) \| (\S[^|]*\S) +\|/gm)].slice(1);
  expect(listed).toHaveLength(7);
  expect(sandboxPorts(3100).map(({ port, what }) => `${port} ${what}`)).toEqual([
    '3100 the sandbox',
    ...listed.map(([, port, name]) => `${port} ${name} in the sandbox`),
  ]);
});
