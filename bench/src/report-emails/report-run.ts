import { setTimeout as delay } from 'node:timers/promises';
import { assemblyKey } from '../../../apps/server/src/collector/testing/assembly.ts';
import { startMailReceiver } from '../../../apps/server/src/platform/mail/testing/mail-receiver.ts';
import { cpuSeconds } from '../harness/process-usage.ts';
import { runVersion, thisVersion, type RunningVersion } from '../rolling/version.ts';
import { addressOf, type ReportTeams } from './report-teams.ts';

export interface ReportRunOptions {
  url: string;
  dataDir: string;
  teams: ReportTeams;
  teamCount: number;
  /** How long the mail server takes to accept an email. */
  acceptMs: number;
  /** Time from the start of the process to the hour of the schedules. */
  leadMs: number;
  /** Numbers of received reports at which the sending process is killed. */
  killsAt: readonly number[];
  /** How far the clock of a restarted process is ahead. Ends the leases of the killed one early. */
  aheadMs: number;
  pollMs: number;
}

export interface ReportRun {
  /** From the hour to the last receipt of each team's report. */
  latenessMs: number[];
  /** From the queue to the receipt of an email about an account, one each second. */
  accountEmailMs: number[];
  kills: number;
  /** Teams that got no report. */
  lost: number;
  /** Teams that got a report under two Message-IDs. */
  twice: number;
  /** Further receipts under the same Message-ID. Mail programs show one of them. */
  copies: number;
  /** Processor time from the hour to the empty queue, with starts after kills, of all processes of the benchmark. */
  cpuSeconds: number;
}

interface Receipt {
  messageId: string;
  at: number;
}

const accountAddress = (sent: number) => `account-${sent}@shop.test`;
const accountEmailIntervalMs = 1000;
const maxRunMs = 3_600_000;

/**
 * Sends a report to each team with the program as it is shipped, kills it meanwhile, and waits until its queue is empty.
 * A kill hits after the mail server has received an email and before it responds, the worst moment for duplicates.
 */
export async function runReports(options: ReportRunOptions): Promise<ReportRun> {
  const { url, dataDir, teams, teamCount, acceptMs, leadMs, killsAt, aheadMs, pollMs } = options;
  const receipts = new Map<string, Receipt[]>();
  const reportAddresses = new Set(Array.from({ length: teamCount }, (_, team) => addressOf(team)));
  let reports = 0;
  let kills = 0;
  let program: RunningVersion | undefined;
  let restarting = Promise.resolve();
  const start = async () => {
    const started = await runVersion(thisVersion, environmentOf(url, dataDir, receiver.port));
    program = started;
    await started.ready();
    return started;
  };
  const restart = async () => {
    (await start()).setClock(aheadMs);
  };
  const receiver = await startMailReceiver({
    async onEmail(email) {
      const [head = ''] = email.split('\r\n\r\n', 1);
      const address = headerOf(head, 'to');
      const known = receipts.get(address) ?? [];
      receipts.set(address, [
        ...known,
        { messageId: headerOf(head, 'message-id'), at: Date.now() },
      ]);
      if (reportAddresses.has(address)) reports += 1;
      if (kills < killsAt.length && reports >= (killsAt[kills] ?? Infinity)) {
        kills += 1;
        await program?.kill();
        restarting = restart();
      } else {
        await delay(acceptMs);
      }
      return null;
    },
  });
  const queuedAt: number[] = [];
  try {
    const dueAt = new Date(Date.now() + leadMs);
    await teams.schedule(dueAt);
    await start();
    const cpuBefore = usedCpuSeconds();
    const endsAt = dueAt.getTime() + maxRunMs;
    for (let isDone = false; !isDone && Date.now() < endsAt;) {
      if (Date.now() >= dueAt.getTime() + queuedAt.length * accountEmailIntervalMs) {
        await teams.queueAccountEmail(accountAddress(queuedAt.length));
        queuedAt.push(Date.now());
      }
      await delay(pollMs);
      isDone =
        queuedAt.length > 0 &&
        (await teams.countDue(dueAt)) === 0 &&
        (await teams.countQueued()) === 0;
    }
    await restarting;
    const sent = [...reportAddresses].map((address) => receipts.get(address) ?? []);
    const idsOf = (each: readonly Receipt[]) =>
      new Set(each.map(({ messageId }) => messageId)).size;
    return {
      latenessMs: sent.flatMap((each) => each.slice(-1).map(({ at }) => at - dueAt.getTime())),
      accountEmailMs: queuedAt.map(
        (at, index) => (receipts.get(accountAddress(index))?.[0]?.at ?? Infinity) - at,
      ),
      kills,
      lost: sent.filter((each) => each.length === 0).length,
      twice: sent.filter((each) => idsOf(each) > 1).length,
      cpuSeconds: usedCpuSeconds() - cpuBefore,
      copies: sent.reduce((sum, each) => sum + each.length - idsOf(each), 0),
    };
  } finally {
    await restarting;
    await program?.stop();
    await receiver.stop();
  }
}

const usedCpuSeconds = () => cpuSeconds([process.pid])[0] ?? 0;

function headerOf(head: string, name: string): string {
  return new RegExp(`^${name}: (.+)$`, 'im').exec(head)?.[1] ?? '';
}

function environmentOf(url: string, dataDir: string, smtpPort: number): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DEMO: '0',
    APP_ORIGIN: 'https://app.shop.test',
    IDENTITY_ORIGIN: 'https://login.shop.test',
    VAULT_KEYS: `${assemblyKey.id}:${assemblyKey.bytes.toString('base64')}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Seller Connect <no-reply@shop.test>',
    LOG_LEVEL: 'silent',
  };
}
