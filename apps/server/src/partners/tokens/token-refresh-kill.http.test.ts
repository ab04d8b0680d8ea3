import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReaderTask } from '../testing/reader-process.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const program = join(import.meta.dirname, '../testing/reader-process.ts');
const rounds = 3;

const testBed = await startTestBed([], { refreshTakeoverDelayMs: 300 });
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

describe('forty concurrent users of a token that lives for a second', () => {
  const output: string[] = [];

  function startReader(task: ReaderTask): ChildProcess {
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    return child;
  }

  const failures = () =>
    output
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('failed'));

  it('are all served, though every process is killed in the middle of a refresh', async () => {
    const owner = testUser('owner');
    const shopId = await testBed.link(owner, '200164501');
    // The clock is frozen, so that a token cannot expire while a delayed call is on its way.
    await testBed.sandbox.control('PUT', '/_sandbox/clock', { frozen: true });
    await testBed.sandbox.control('PUT', '/_sandbox/lazada', {
      accessTokenSeconds: 1,
      refreshGraceSeconds: 60,
    });
    await testBed.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [
        { kind: 'expired_token', path: '/seller/get', count: 1 },
        { kind: 'latency', path: '/auth/token/refresh', ms: 400 },
      ],
    });
    const task: ReaderTask = {
      databaseUrl: testBed.server.url,
      vaultKey: { id: testBed.key.id, base64: testBed.key.bytes.toString('base64') },
      environment: testBed.environment,
      tenantId: owner.tenantId,
      shopIds: [shopId],
      users: 20,
      seed: 1,
      refreshLeaseMs: 1000,
    };
    const readRefreshState = async () => {
      const [row] = await testBed.owner(
        `select (select count(*)::int from partners.credential_event where kind = 'refreshed') as refreshed,
           (select refresh_begun_at is not null from partners.connection) as is_begun`,
      );
      return { refreshed: Number(row?.['refreshed']), isBegun: row?.['is_begun'] === true };
    };
    for (let round = 0; round < rounds; round += 1) {
      const before = (await readRefreshState()).refreshed;
      const readers = [startReader(task), startReader(task)];
      await expect
        .poll(async () => (await readRefreshState()).refreshed, { timeout: 60_000 })
        .toBeGreaterThan(before);
      await expect
        .poll(async () => (await readRefreshState()).isBegun, { timeout: 60_000, interval: 5 })
        .toBe(true);
      // The rounds kill before the refresh call is sent, while it runs, and after its response.
      const refreshEvent = [null, 'began', 'ended'][round % 3];
      const outputLength = output.length;
      if (refreshEvent) {
        const newOutput = () => output.slice(outputLength).join('');
        await expect
          .poll(() => newOutput().includes(refreshEvent), { timeout: 60_000, interval: 5 })
          .toBe(true);
      }
      for (const reader of readers) {
        reader.kill('SIGKILL');
        if (reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit');
        running.delete(reader);
      }
    }
    const partners = await testBed.another();
    const name = await partners.withShopAccess(
      owner.tenantId,
      shopId,
      async (access, connector) => {
        const { shop } = await connector.readShop(access);
        return shop.name;
      },
    );
    expect(name).toBe('Hoa Mai Fashion');
    expect(failures()).toEqual([]);
    const kinds = await testBed.owner(
      'select distinct kind from partners.credential_event order by kind',
    );
    const seen = kinds.map((row) => row['kind']);
    expect(seen).toContain('refresh_interrupted');
    expect(seen).not.toContain('needs_reauthorization');
  });
});
