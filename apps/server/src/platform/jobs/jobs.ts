import { PgBoss } from 'pg-boss';
import { ConfigurationError } from '../config/environment.ts';
import { connectionTimeouts, sessionOptions } from '../database/database.ts';
import type { Log } from '../log.ts';

interface JobQueueOptions {
  url: string;
  /** Connections of the queue: twice the slots of a worker and four more. */
  poolSize: number;
  /** Whether this process runs jobs or only adds them. True by default. */
  isWorker?: boolean;
  log: Pick<Log, 'error' | 'warn'>;
  /** Time without a response from the server after which a statement fails; 75 s by default. */
  answerWithinMs?: number;
}

/**
 * Schema of the installed pg-boss, which refuses to work with any other. A release whose pg-boss has another one needs
 * an empty migration with a contract marker (docs/operations.md).
 */
const queueSchemaVersion = 43;

/**
 * Creates the queue's tables, which needs rights that the program itself does not have.
 * @throws ConfigurationError if a newer version has changed them
 */
export async function createJobQueueSchema(adminUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: adminUrl,
    schema: 'pgboss',
    max: 2,
    supervise: false,
    schedule: false,
  });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  const version = await boss.schemaVersion();
  await boss.stop({ graceful: false, close: true });
  if (failures.length > 0) throw failures[0];
  if (version !== queueSchemaVersion) {
    throw new ConfigurationError(
      `The job queue in the database has the schema ${version} of another version, and this version needs ${queueSchemaVersion}: start the newer version.`,
    );
  }
}

/**
 * Starts the queue in this process. Jobs of a worker that died are marked as failed once its heartbeat has been missing
 * for ten to twenty seconds. Nothing waits for that: what they were about stays due in the tables of its domain.
 */
export async function startJobQueue(options: JobQueueOptions): Promise<PgBoss> {
  const { isWorker = true } = options;
  const boss = new PgBoss({
    ...connectionTimeouts,
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    options: sessionOptions,
    connectionString: options.url,
    schema: 'pgboss',
    application_name: 'seller-connect jobs',
    max: options.poolSize,
    migrate: false,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
  });
  boss.on('error', (error) =>
    options.log.error({ event: 'jobs.error', err: error }, 'Job queue reported an error'),
  );
  boss.on('warning', (warning) =>
    options.log.warn({ event: 'jobs.warning', warning }, 'Job queue reported a warning'),
  );
  await boss.start();
  return boss;
}

/** Creates or updates a queue that holds at most one waiting job per singleton key. Failed jobs are not retried. */
export async function ensureQueue(
  boss: PgBoss,
  name: string,
  options: { expireInSeconds: number; heartbeatSeconds?: number },
): Promise<void> {
  const settings = { retryLimit: 0, deleteAfterSeconds: 60, notify: true, ...options };
  if (await boss.getQueue(name)) await boss.updateQueue(name, settings);
  else await boss.createQueue(name, { ...settings, policy: 'short' });
}

/**
 * Runs `work` once now, by the cron expression, and whenever a job is sent to the queue, in one process at a time. The
 * queue gives up a job that has expired, but its work goes on: a later job of this process then waits for it instead of
 * starting it again.
 */
export async function startScheduledJob(
  boss: PgBoss,
  queue: string,
  options: {
    cron: string;
    expireInSeconds: number;
    /** Handles its own errors. */
    work(stopping: AbortSignal): Promise<void>;
  },
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const run = () =>
    (running ??= options.work(stopping.signal).finally(() => {
      running = null;
    }));
  await ensureQueue(boss, queue, { expireInSeconds: options.expireInSeconds });
  await boss.work(queue, { pollingIntervalSeconds: 30 }, run);
  await boss.schedule(queue, options.cron);
  await boss.send(queue, {}, { singletonKey: 'at start' });
  return {
    async stop() {
      stopping.abort();
      await boss.offWork(queue, { wait: true });
      await running;
    },
  };
}
