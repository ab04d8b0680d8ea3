import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReaderTask } from '../testing/reader-process.ts';
import { testUser, startTestBed, type TestBed } from '../testing/test-bed.ts';

const program = join(import.meta.dirname, '../testing/reader-process.ts');
const rounds = 3;

describe('forty users of a token that lives for a second', () => {
  let world: TestBed;
  const output: string[] = [];
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    world = await startTestBed([]);
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await world.stop();
  });

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

  it('lose none of them, though every process is killed in the middle of a refresh', async () => {
    const owner = testUser('owner');
    const shopId = await world.link(owner, '200164501');
    // With a frozen clock, the marketplace's tokens never expire before a delayed call arrives.
    await world.sandbox.control('PUT', '/_sandbox/clock', { frozen: true });
    await world.sandbox.control('PUT', '/_sandbox/lazada', {
      accessTokenSeconds: 1,
      refreshGraceSeconds: 60,
    });
    await world.sandbox.control('PUT', '/_sandbox/faults', {
      faults: [
        { kind: 'expired_token', path: '/seller/get', count: 1 },
        { kind: 'latency', path: '/auth/token/refresh', ms: 400 },
      ],
    });
    const task: ReaderTask = {
      databaseUrl: world.server.url,
      vaultKey: { id: world.key.id, base64: world.key.bytes.toString('base64') },
      environment: world.environment,
      tenantId: owner.tenantId,
      shopIds: [shopId],
      users: 20,
      refreshLeaseMs: 1000,
    };
    const lastEvent = async () => {
      const [row] = await world.owner(
        `select (select count(*)::int from partners.credential_event where kind = 'refreshed') as refreshed,
           (select refresh_begun_at is not null from partners.connection) as is_begun`,
      );
      return { refreshed: Number(row?.['refreshed']), isBegun: row?.['is_begun'] === true };
    };
    for (let round = 0; round < rounds; round += 1) {
      const before = (await lastEvent()).refreshed;
      const readers = [startReader(task), startReader(task)];
      await expect
        .poll(async () => (await lastEvent()).refreshed, { timeout: 60_000 })
        .toBeGreaterThan(before);
      await expect
        .poll(async () => (await lastEvent()).isBegun, { timeout: 60_000, interval: 5 })
        .toBe(true);
      // Before the call is sent, while it is running, and after its response.
      const word = [null, 'began', 'ended'][round % 3];
      const said = output.length;
      if (word) {
        await expect
          .poll(() => output.slice(said).join('').includes(word), { timeout: 60_000, interval: 5 })
          .toBe(true);
      }
      for (const reader of readers) {
        reader.kill('SIGKILL');
        if (reader.exitCode === null && reader.signalCode === null) await once(reader, 'exit');
        running.delete(reader);
      }
    }
    const partners = await world.another();
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
    const kinds = await world.owner(
      'select distinct kind from partners.credential_event order by kind',
    );
    const seen = kinds.map((row) => row['kind']);
    expect(seen).toContain('refresh_interrupted');
    expect(seen).not.toContain('needs_reauthorization');
  });
});
