import { assemble, type Assembly } from './assembly.ts';
import { partnerSettings } from '../../../test/partner-settings.ts';
import { startSandboxProcess, type SandboxProcess } from './processes/sandbox-process.ts';
import { createTestPushes, pushTargets, shopeePushUrl, startReceiver } from './receiver.ts';
import { sql } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Pushes } from '../../pushes/index.ts';

/** The product's parts that receive pushes, with a sandbox that sends them. */
export interface PushEnvironment {
  sandbox: SandboxProcess;
  assembly: Assembly;
  pushes: Pushes;
  /** Listens on a port for deliveries. */
  http: Http;
  /** Sends a delivery with exactly these bytes. */
  deliver(
    path: string,
    body: string,
    authorization: string,
  ): Promise<{ status: number; body: string }>;
  /** Counts deliveries so far by outcome. */
  tally(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

const deliveryCountsStatement = sql(
  'test.tally',
  'select outcome, sum(messages)::integer as messages from pushes.tally group by outcome',
);

/**
 * Starts everything with a frozen clock. After the first sync of orders, only pushes and requests of a test cause
 * fetches.
 * @param given a sandbox, which is stopped at the end, or the arguments for a new one
 */
export async function startPushEnvironment(
  databaseUrl: string,
  given: readonly string[] | SandboxProcess,
): Promise<PushEnvironment> {
  const sandbox = 'pid' in given ? given : await startSandboxProcess(given);
  await sandbox.clock({ frozen: true });
  const wiring: { pushes?: Pushes } = {};
  const assembly = await assemble({
    databaseUrl,
    lazadaUrl: sandbox.lazadaUrl,
    environment: {
      ...partnerSettings(sandbox),
      SHOPEE_PUSH_URL: shopeePushUrl,
    },
    onShopSynced: async (tenantId, shop) => wiring.pushes?.subscribe(tenantId, shop),
  });
  const { database, collector } = assembly;
  const pushes = createTestPushes(assembly);
  wiring.pushes = pushes;
  const { http, address } = await startReceiver(assembly, pushes);
  const worker = await collector.work({
    concurrency: 3,
    pollIntervalMs: 150,
    changesEveryMs: 3_600_000,
  });
  const queuePolling = pushes.work({ pollIntervalMs: 100 });
  await sandbox.control('PUT', 'push', pushTargets(address));
  return {
    sandbox,
    assembly,
    pushes,
    http,
    async deliver(path, body, authorization) {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        body,
        headers: { authorization, 'content-type': 'application/json' },
      });
      return { status: answer.status, body: await answer.text() };
    },
    async tally() {
      await pushes.write();
      const rows = await database.query<{ outcome: string; messages: number }>(
        deliveryCountsStatement,
      );
      return Object.fromEntries(rows.map((row) => [row.outcome, row.messages]));
    },
    async stop() {
      await queuePolling.stop();
      await worker.stop();
      await http.app.close();
      await pushes.close();
      await assembly.stop();
      await sandbox.stop();
    },
  };
}
