import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { createLog } from '../log.ts';
import { startJobQueue, startScheduledJob } from './jobs.ts';

const queue = 'test.round';
const { url } = await openTestDatabase();
const owner = await connectOwner(url);

async function jobStates(): Promise<string[]> {
  const { rows } = await owner.query<{ state: string }>(
    'select state::text from pgboss.job where name = $1 order by created_on',
    [queue],
  );
  return rows.map(({ state }) => state);
}

it('waits for a round that outlasts its job, and starts no other beside it', async () => {
  const boss = await startJobQueue({ url, poolSize: 4, log: createLog('silent') });
  const round = Promise.withResolvers<void>();
  let rounds = 0;
  const job = await startScheduledJob(boss, queue, {
    cron: '0 0 1 1 *',
    expireInSeconds: 1,
    work() {
      rounds += 1;
      return round.promise;
    },
  });
  await expect.poll(jobStates, { timeout: 60_000 }).toEqual(['failed']);
  await boss.send(queue, {}, { singletonKey: 'next' });
  await expect.poll(jobStates, { timeout: 60_000 }).toEqual(['failed', 'failed']);
  expect(rounds).toBe(1);
  let isStopped = false;
  const stopped = job.stop().then(() => (isStopped = true));
  await boss.offWork(queue, { wait: true });
  await new Promise((done) => setImmediate(done));
  expect(isStopped).toBe(false);
  round.resolve();
  await stopped;
  await boss.stop({ graceful: false, close: true });
});
