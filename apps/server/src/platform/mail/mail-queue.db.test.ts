import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql, type Database } from '../database/database.ts';
import { backoffMs } from '../poll.ts';
import { newId } from '../ids.ts';
import {
  createMailboxTransport,
  createMailQueue,
  createSmtpTransport,
  emailBackoff,
  listMailbox,
  type MailQueue,
} from './mail-queue.ts';
import { startMailReceiver, type MailReceiver } from './testing/mail-receiver.ts';

const { database } = await openTestDatabase({ role: 'seller_connect_identity', poolSize: 8 });

/** What the test's mail server does with the next emails. It accepts them if the list is empty. */
type Fault = 'refuse recipient' | 'busy' | 'refuse text' | 'cut after taking';
let faults: Fault[];
let taken: string[];
let receiver: MailReceiver;
let connections: number;
const lines: string[] = [];

beforeEach(async () => {
  faults = [];
  taken = [];
  lines.length = 0;
  connections = 0;
  receiver = await startMailReceiver({
    async onConnection() {
      connections += 1;
    },
    async onRecipient() {
      const fault = faults[0];
      if (fault !== 'refuse recipient' && fault !== 'busy') return null;
      faults.shift();
      return fault === 'busy' ? 451 : 550;
    },
    async onEmail(email) {
      const fault = faults.shift();
      if (fault === 'refuse text') return 554;
      taken.push(email);
      if (fault === 'cut after taking') receiver.cut();
      return null;
    },
  });
});
afterEach(() => receiver.stop());

const read = sql('mail_test.read', 'select attempts, next_attempt_at, data from platform.mail');
const clear = sql('mail_test.clear', 'delete from platform.mail');
const waiting = () => database.query<{ attempts: number; data: unknown }>(read);
afterEach(() => database.execute(clear));

let written = 0;
const composed: string[] = [];
async function greeting(data: unknown) {
  written += 1;
  const to = typeof data === 'object' && data !== null && 'to' in data ? String(data.to) : '';
  composed.push(to);
  return { to, subject: 'Xin chào', text: `Lá thư số ${written}` };
}

const dropped: unknown[] = [];

/** For servers that do not answer. Others may be slow, because the machine is busy. */
const shortTimeouts = { connectMs: 300, silenceMs: 300, wholeMs: 1000 };

function mailThrough({
  url = `smtp://127.0.0.1:${receiver.port}`,
  timeouts,
  database: own = database,
}: { url?: string; timeouts?: typeof shortTimeouts; database?: Database } = {}): MailQueue {
  const note = (line: unknown, text?: string) => void lines.push(`${JSON.stringify(line)} ${text}`);
  return createMailQueue({
    database: own,
    transport: createSmtpTransport(url, 'Seller Connect <no-reply@shop.test>', timeouts),
    emailComposers: {
      greeting,
      'identity.greeting': greeting,
      async obsolete() {
        return null;
      },
      table: async () => ({
        to: 'mai@shop.test',
        subject: 'Report',
        text: 'Sales: 5',
        html: '<table><tr><td>5</td></tr></table>',
        attachments: [
          { filename: 'report.csv', contentType: 'text/csv', content: Buffer.from('sales\r\n5') },
        ],
        unsubscribeUrl: 'https://app.test/reports/unsubscribe/x.y',
      }),
    },
    onDropped: { greeting: async (data) => void dropped.push(data) },
    log: { info: note, warn: note, error: note },
  });
}

const hourMs = 3_600_000;
const queue = (mail: MailQueue, kind = 'greeting', validForMs = hourMs) =>
  database.transaction((tx) => mail.queue(tx, kind, { to: 'mai@shop.test' }, validForMs));
const later = (ms: number) => new Date(Date.now() + ms);

describe('the mail queue', () => {
  it('sends an email once, in UTF-8, and deletes it', async () => {
    const mail = mailThrough();
    await queue(mail);
    // Several concurrent deliveries, as by several processes.
    await Promise.all([mail.deliverDue(), mail.deliverDue(), mail.deliverDue()]);
    expect(taken).toHaveLength(1);
    expect(taken[0]).toContain('To: mai@shop.test');
    expect(taken[0]).toContain('From: Seller Connect <no-reply@shop.test>');
    expect(taken[0]).toMatch(/Subject: =\?UTF-8\?/);
    expect(await waiting()).toEqual([]);
  });

  it('looks for due emails three times to send one, once without any', async () => {
    let lookups = 0;
    const counted: Database = {
      ...database,
      query: (statement, values) => {
        if (statement.name === 'mail.acquire_due') lookups += 1;
        return database.query(statement, values);
      },
    };
    const mail = mailThrough({ database: counted });
    await mail.deliverDue();
    expect(lookups).toBe(1);
    await queue(mail);
    await mail.deliverDue();
    expect(taken).toHaveLength(1);
    expect(lookups).toBe(1 + 3);
  });

  it('sends tables with text and attachments, and an unsubscribe URL (RFC 8058)', async () => {
    const mail = mailThrough();
    await queue(mail, 'table');
    await mail.deliverDue();
    const [message = ''] = taken;
    expect(message).toContain('List-Unsubscribe: <https://app.test/reports/unsubscribe/x.y>');
    expect(message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(message).toContain('multipart/mixed');
    expect(message).toContain('multipart/alternative');
    expect(message).toContain('Sales: 5');
    expect(message).toContain('<td>5</td>');
    expect(message).toMatch(/filename=report\.csv/);
  });

  it('sends emails about accounts before all others, however long those have waited', async () => {
    const mail = mailThrough();
    await database.transaction(async (tx) => {
      for (let each = 0; each < 20; each += 1) {
        await mail.queue(tx, 'greeting', { to: `waiting-${each}@shop.test` }, hourMs);
      }
      await mail.queue(tx, 'identity.greeting', { to: 'owner@shop.test' }, hourMs);
    });
    composed.length = 0;
    await mail.deliverDue(later(1000));
    // Eight emails are composed concurrently.
    expect(composed.slice(0, 8)).toContain('owner@shop.test');
  });

  it('sends many emails over few connections', async () => {
    const mail = mailThrough();
    await database.transaction(async (tx) => {
      for (let each = 0; each < 20; each += 1) {
        await mail.queue(tx, 'greeting', { to: `mai-${each}@shop.test` }, hourMs);
      }
    });
    await mail.deliverDue(later(1000));
    expect(taken).toHaveLength(20);
    // Eight letters are sent concurrently.
    expect(connections).toBeLessThanOrEqual(8);
    await mail.stop();
  });

  it('queues nothing when its transaction is rolled back', async () => {
    const mail = mailThrough();
    const failing = database.transaction(async (tx) => {
      await mail.queue(tx, 'greeting', { to: 'mai@shop.test' }, hourMs);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await waiting()).toEqual([]);
  });

  it('retries later when the server is busy, and not before', async () => {
    faults = ['busy'];
    const mail = mailThrough();
    await queue(mail);
    await mail.deliverDue();
    await mail.deliverDue(later(1000));
    expect(taken).toEqual([]);
    await mail.deliverDue(later(30_000));
    expect(taken).toHaveLength(1);
  });

  it('sends an email again that may not have arrived, with the same Message-ID', async () => {
    faults = ['cut after taking'];
    const mail = mailThrough();
    await queue(mail);
    await mail.deliverDue();
    await mail.deliverDue(later(30_000));
    const ids = taken.map((message) => /message-id: (\S+)/i.exec(message)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it.each(['refuse recipient', 'refuse text'] as const)(
    'gives up at once when the server does %s permanently',
    async (fault) => {
      faults = [fault];
      const mail = mailThrough();
      await queue(mail);
      await mail.deliverDue();
      expect(await waiting()).toEqual([]);
      expect(lines.join()).toContain('given up');
      expect(dropped.splice(0)).toEqual([{ to: 'mai@shop.test' }]);
    },
  );

  it.each([
    ['refuses connections', async () => `smtp://127.0.0.1:${await closedPort()}`],
    ['does not respond', async () => `smtp://127.0.0.1:${await silentPort()}`],
  ])(
    'limits its attempts when the server %s',
    async (_what, address) => {
      const mail = mailThrough({ url: await address(), timeouts: shortTimeouts });
      await queue(mail, 'greeting', 24 * hourMs);
      await mail.deliverDue();
      expect(await waiting()).toMatchObject([{ attempts: 1 }]);
      for (let each = 2; each <= 12; each += 1) await mail.deliverDue(later(each * 20 * 60_000));
      expect(await waiting()).toEqual([]);
    },
    40_000,
  );

  it('drops emails that are expired or obsolete', async () => {
    const mail = mailThrough();
    await queue(mail, 'greeting', 10);
    await queue(mail, 'obsolete');
    await mail.deliverDue(later(1000));
    expect(taken).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  it('leaves emails that only a newer release can compose to it, until they expire', async () => {
    const mail = mailThrough();
    await queue(mail, 'of a newer release');
    await mail.deliverDue(later(1000));
    expect(await waiting()).toMatchObject([{ attempts: 0 }]);
    await mail.deliverDue(later(2 * hourMs));
    expect(await waiting()).toEqual([]);
  });

  it('sends at once what a process queued whose clock is ahead', async () => {
    const mail = mailThrough();
    vi.setSystemTime(later(hourMs));
    try {
      await queue(mail);
    } finally {
      vi.useRealTimers();
    }
    await mail.deliverDue();
    expect(taken).toHaveLength(1);
  });

  it('logs no recipient', async () => {
    faults = ['busy', 'refuse recipient'];
    const mail = mailThrough();
    await queue(mail);
    await mail.deliverDue();
    await mail.deliverDue(later(30_000));
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('mai@');
  });
});

it('doubles the backoff up to a quarter of an hour, with jitter', () => {
  expect(backoffMs(0, emailBackoff, () => 0.5)).toBe(5000);
  expect(backoffMs(1, emailBackoff, () => 0)).toBe(7500);
  expect(backoffMs(2, emailBackoff, () => 1)).toBe(25_000);
  expect(backoffMs(19, emailBackoff, () => 0.5)).toBe(900_000);
});

it('the mailbox lists emails in the order in which they were queued, newest first', async () => {
  const mailbox = createMailboxTransport(database);
  const [first, second, third] = [1, 2, 3].map((ms) => newId(Date.now() + ms));
  for (const id of [second, third, first]) {
    await mailbox.send(id ?? '', { to: 'mai@shop.test', subject: 'Xin chào', text: '' });
  }
  expect((await listMailbox(database)).map(({ id }) => id)).toEqual([third, second, first]);
});

const silent: Server[] = [];
afterAll(() => silent.forEach((each) => each.close()));

async function silentPort(): Promise<number> {
  const listener = createServer((socket) => socket.on('error', () => undefined));
  silent.push(listener);
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  return portOf(listener.address());
}

async function closedPort(): Promise<number> {
  const found = await silentPort();
  await new Promise<void>((closed) => silent.pop()?.close(() => closed()));
  return found;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}
