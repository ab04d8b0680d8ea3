import { extractLinks, extractText, getDocumentProxy, getMeta } from 'unpdf';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../test/seed.ts';
import { addDays } from '../../platform/calendar.ts';
import { createCrashingDatabase } from '../../platform/database/testing/crashing-database.ts';
import { reportBreakdown } from '../reports/breakdown.ts';
import { reportProducts, reportSummary } from '../reports/reports.ts';
import { composeReportEmail } from './compose-email.ts';
import { figuresFile } from './figures-files.ts';
import { readFigures } from './figures.ts';
import { findIssue } from './issue-store.ts';
import { maxSchedulesPerTeam } from './routes.ts';
import { sendDueReports } from './send-due-reports.ts';
import { createReportEmailsFixture } from './testing/report-emails-fixture.ts';

const desk = await createReportEmailsFixture();
beforeEach(() => desk.clear());

const running = new AbortController().signal;
const send = (more: object = {}) => sendDueReports({ ...desk.dependencies, ...more }, running);
/** Eight in the morning of 10 November in Vietnam, when the first report is due. */
const dueAt = new Date('2026-11-10T01:00:00Z');
const later = (ms: number) => {
  desk.clock.now = new Date(desk.clock.now.getTime() + ms);
};
const minuteMs = 60_000;
/** Scopes and days whose figures are compared. For more: `SCOPES=1000`. */
const scopes = Number(process.env['SCOPES'] ?? 50);

describe('a due report', () => {
  it('is sent once to each recipient who agreed and has a confirmed email address', async () => {
    const { id } = await desk.schedule('owner', { recipients: ['member', 'viewer'] });
    await desk.call('member', 'PUT', `/schedules/${id}/answer`, { receives: true });
    await send();
    expect(await desk.queuedEmails()).toEqual([]);
    desk.clock.now = dueAt;
    await send();
    await send();
    const emails = await desk.queuedEmails();
    expect(emails).toMatchObject([
      { accountId: 'member', dueDay: '2026-11-10' },
      { accountId: 'owner', dueDay: '2026-11-10' },
    ]);
    expect(await desk.schedules('owner')).toMatchObject([
      { lastSentAt: dueAt.toISOString(), nextAt: '2026-11-11T01:00:00.000Z', lastFailedAt: null },
    ]);
    desk.clock.now = new Date('2026-11-11T01:00:00Z');
    desk.sync.asOf = desk.clock.now;
    await send();
    expect(await desk.queuedEmails()).toHaveLength(4);
  });

  it('is sent once when two workers find it concurrently', async () => {
    await desk.schedule('owner');
    desk.clock.now = dueAt;
    await Promise.all([send(), send(), send()]);
    expect(await desk.queuedEmails()).toHaveLength(1);
  });

  it('leaves its figures for eight days, even if it is paused or monthly', async () => {
    const { id: scheduleId } = await desk.schedule('owner', { rhythm: 'monthly', monthDay: 10 });
    desk.clock.now = dueAt;
    await send();
    await desk.call('owner', 'PUT', `/schedules/${scheduleId}`, { isPaused: true });
    const { database } = desk.dependencies;
    const find = () =>
      findIssue(database, desk.shops.tenantId, { scheduleId, dueDay: '2026-11-10' });
    const dayMs = 24 * 60 * minuteMs;
    later(8 * dayMs);
    await desk.reportEmails.purge(running);
    expect(await find()).not.toBeNull();
    later(1);
    await desk.reportEmails.purge(running);
    expect(await find()).toBeNull();
  });

  it('is rarely read by two workers, which share reports of the same hour', async () => {
    for (let made = 0; made < maxSchedulesPerTeam; made += 1) await desk.schedule('owner');
    desk.clock.now = dueAt;
    let reads = 0;
    const countReads = {
      connectedShops: async (tenantId: string) => {
        reads += 1;
        return desk.dependencies.connectedShops(tenantId);
      },
    };
    await Promise.all([send(countReads), send(countReads)]);
    expect(await desk.queuedEmails()).toHaveLength(maxSchedulesPerTeam);
    // Workers that go through the same list in the same order read twice as many as there are.
    expect(reads).toBeLessThan(1.7 * maxSchedulesPerTeam);
  });

  it(
    'is sent once to each recipient when the worker is killed at any statement',
    { timeout: 120_000 },
    async () => {
      const statements = [
        'reporting.lock_schedule',
        'reporting.add_report_issue',
        'reporting.add_report_delivery',
        'mail.queue_for_team',
        'reporting.advance_schedule',
      ];
      for (const statement of statements) {
        for (const when of ['before', 'after', 'committed'] as const) {
          await desk.clear();
          const { id } = await desk.schedule('owner', { recipients: ['member'] });
          await desk.call('member', 'PUT', `/schedules/${id}/answer`, { receives: true });
          desk.clock.now = dueAt;
          let isDead = false;
          const crashing = createCrashingDatabase(
            desk.dependencies.database,
            { statement, when, occurrence: 1 },
            () => {
              isDead = true;
              throw new Error('killed');
            },
          );
          const database: typeof crashing = {
            ...crashing,
            // A dead process writes nothing more.
            tenant: (tenantId, work) =>
              isDead ? Promise.reject(new Error('killed')) : crashing.tenant(tenantId, work),
          };
          await send({ database });
          expect({ statement, when, isDead }).toEqual({ statement, when, isDead: true });
          await send();
          const emails = await desk.queuedEmails();
          const to = emails.map(({ accountId }) => accountId).toSorted();
          expect({ statement, when, to }).toEqual({ statement, when, to: ['member', 'owner'] });
        }
      }
    },
  );

  it('waits two hours for shops that are behind, and then says so', async () => {
    await desk.schedule('owner');
    desk.sync.asOf = new Date('2026-11-09T15:00:00Z');
    desk.clock.now = dueAt;
    await send();
    later(60 * minuteMs);
    await send();
    expect(await desk.queuedEmails()).toEqual([]);
    later(61 * minuteMs);
    await send();
    const [data] = await desk.queuedEmails();
    const email = await composeReportEmail(desk.dependencies, data);
    expect(email?.text).toContain('Số liệu chưa đủ: ');
    await desk.clear();
    await desk.schedule('owner');
    desk.sync.asOf = new Date('2026-11-09T15:00:00Z');
    desk.clock.now = dueAt;
    await send();
    desk.sync.asOf = new Date('2026-11-09T17:00:00Z');
    later(6 * minuteMs);
    await send();
    const [complete] = await desk.queuedEmails();
    const completed = await composeReportEmail(desk.dependencies, complete);
    expect(completed?.text).not.toContain('Số liệu chưa đủ');
  });

  it('is still sent after a change that keeps its time', async () => {
    const { id } = await desk.schedule('owner');
    desk.sync.asOf = new Date('2026-11-09T15:00:00Z');
    desk.clock.now = dueAt;
    await send();
    later(minuteMs);
    const change = { recipients: ['member'], files: ['pdf'] };
    expect((await desk.call('owner', 'PUT', `/schedules/${id}`, change)).status).toBe(200);
    desk.sync.asOf = dueAt;
    later(5 * minuteMs);
    await send();
    expect(await desk.queuedEmails()).toMatchObject([{ accountId: 'owner', dueDay: '2026-11-10' }]);
    expect(await desk.schedules('owner')).toMatchObject([{ nextAt: '2026-11-11T01:00:00.000Z' }]);
  });

  it('is retried when it fails, and reported to its owner after six failures', async () => {
    await desk.schedule('owner');
    desk.clock.now = dueAt;
    const broken = { connectedShops: () => Promise.reject(new Error('broken')) };
    for (let round = 1; round <= 5; round += 1) {
      await send(broken);
      later(20 * minuteMs);
    }
    expect((await desk.events()).filter(({ kind }) => kind === 'report_failed')).toEqual([]);
    await send(broken);
    expect(await desk.events()).toEqual([{ kind: 'report_failed', account: 'owner' }]);
    expect(await desk.schedules('owner')).toMatchObject([
      { lastFailedAt: desk.clock.now.toISOString(), nextAt: '2026-11-11T01:00:00.000Z' },
    ]);
    expect(await desk.queuedEmails()).toEqual([]);
  });

  it('is retried as often as any other after it failed, was deleted and restored', async () => {
    const { id } = await desk.schedule('owner');
    desk.clock.now = dueAt;
    const broken = { connectedShops: () => Promise.reject(new Error('broken')) };
    for (let round = 1; round <= 5; round += 1) {
      await send(broken);
      later(20 * minuteMs);
    }
    await desk.call('owner', 'DELETE', `/schedules/${id}`);
    await desk.call('owner', 'POST', `/schedules/${id}/restore`);
    desk.clock.now = new Date('2026-11-11T01:00:00Z');
    await send(broken);
    expect(await desk.events()).toEqual([]);
  });

  it('is not sent while paused, after deletion, or without its view', async () => {
    const paused = await desk.schedule('owner');
    const times = { rhythm: 'daily', weekday: null, monthDay: null, hour: 8 };
    const change = { ...times, recipients: [], isPaused: true };
    await desk.call('owner', 'PUT', `/schedules/${paused.id}`, change);
    const deleted = await desk.schedule('owner');
    await desk.call('owner', 'DELETE', `/schedules/${deleted.id}`);
    const blind = await desk.schedule('owner');
    await desk.call('owner', 'DELETE', `/views/${blind.viewId}`);
    desk.clock.now = dueAt;
    await send();
    expect(await desk.queuedEmails()).toEqual([]);
    await desk.call('owner', 'POST', `/schedules/${deleted.id}/restore`);
    await desk.call('owner', 'POST', `/views/${blind.viewId}/restore`);
    desk.clock.now = new Date('2026-11-11T01:00:00Z');
    desk.sync.asOf = desk.clock.now;
    await send();
    expect(await desk.queuedEmails()).toHaveLength(2);
  });

  it('that was missed for days is sent once, for the latest days', async () => {
    await desk.schedule('owner');
    desk.clock.now = new Date('2026-11-10T20:00:00Z');
    later(3 * 24 * 60 * minuteMs);
    desk.sync.asOf = desk.clock.now;
    await send();
    expect(await desk.queuedEmails()).toMatchObject([{ dueDay: '2026-11-13' }]);
  });
});

describe('the email of a report', () => {
  async function sentEmail(search: string, more: object = {}) {
    const view = await desk.saveView('owner', search);
    await desk.schedule('owner', { viewId: view.id, ...more });
    desk.clock.now = dueAt;
    await send();
    const [data] = await desk.queuedEmails();
    const email = await composeReportEmail(desk.dependencies, data);
    if (!email) throw new Error('No email was composed');
    return email;
  }

  it('contains the metrics as text, HTML and files, with an unsubscribe header', async () => {
    const email = await sentEmail('platform=SHOPEE&period=90d');
    expect(email.to).toBe('owner@shop.test');
    expect(email.subject).toBe('Sales · 9/11/2026');
    expect(email.text).toContain('Doanh số (GMV): ');
    expect(email.text).toMatch(/Tỷ lệ huỷ: \d+,\d%/);
    expect(email.text).not.toMatch(/\(-/);
    expect(email.text).toContain('theo giờ Việt Nam (UTC+7).');
    expect(email.text).toContain('Trà Việt (Shopee) | ');
    expect(email.text).not.toContain('Nhà Nón');
    const link = 'https://app.test/?period=custom&from=2026-11-09&to=2026-11-09&platform=SHOPEE';
    expect(email.text).toContain(link);
    expect(email.html).toContain(link.replaceAll('&', '&#38;'));
    // Nothing is loaded or run.
    expect(email.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
    expect(email.html).toContain('&#34;Huế&#34;');
    expect(email.attachments?.map(({ filename }) => filename)).toEqual([
      'report-2026-11-09.csv',
      'report-2026-11-09.xlsx',
    ]);
    expect(email.unsubscribeUrl).toMatch(/^https:\/\/app\.test\/reports\/unsubscribe\/[\w.-]+$/);
    expect(email.text).toContain(email.unsubscribeUrl);
  });

  it('contains the report as a PDF without personal links', async () => {
    const email = await sentEmail('platform=SHOPEE', {
      rhythm: 'weekly',
      weekday: 2,
      files: ['pdf'],
    });
    const [pdf] = email.attachments ?? [];
    expect(email.attachments).toHaveLength(1);
    expect(pdf).toMatchObject({
      filename: 'report-2026-11-03-2026-11-09.pdf',
      contentType: 'application/pdf',
    });
    const document = await getDocumentProxy(new Uint8Array(Buffer.from(pdf?.content ?? [])));
    const { text } = await extractText(document, { mergePages: true });
    for (const part of ['Sales', 'Doanh số (GMV) theo ngày', 'Cao nhất: ', 'Trà Việt (Shopee)']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Áo Dài, "Huế" (Shopee)');
    const { links } = await extractLinks(document);
    // One for each word.
    expect([...new Set(links)]).toEqual([
      'https://app.test/?period=custom&from=2026-11-03&to=2026-11-09&platform=SHOPEE',
    ]);
    const { info } = await getMeta(document);
    expect(info['Title']).toBe(email.subject);
  });

  it('of a view of several shops covers those shops', async () => {
    const [hats, tea] = desk.shops.shopIds;
    const email = await sentEmail(`shops=${hats},${tea}`);
    expect(email.text).toContain('Nhà Nón');
    expect(email.text).toContain('Trà Việt');
    expect(email.text).not.toContain('Áo Dài');
    expect(email.text).toContain(`shops=${hats}%2C${tea}`);
  });

  it.each([
    'shop=00000000-0000-4000-8000-000000000000',
    'shops=00000000-0000-4000-8000-000000000000,00000000-0000-4000-8000-000000000001',
  ])('of a view whose shops are gone covers all shops and says so: %s', async (search) => {
    const email = await sentEmail(search);
    expect(email.text).toContain('Chế độ xem chọn một gian hàng');
    expect(email.text).toContain('Nhà Nón');
  });

  it('keeps its values when it is sent later, and is not sent to an account that muted it', async () => {
    const { id } = await desk.schedule('owner');
    desk.clock.now = dueAt;
    await send();
    const [data] = await desk.queuedEmails();
    const first = await composeReportEmail(desk.dependencies, data);
    later(24 * 60 * minuteMs);
    desk.sync.asOf = null;
    const second = await composeReportEmail(desk.dependencies, data);
    expect(second?.text).toBe(first?.text);
    await desk.call('owner', 'PUT', `/schedules/${id}/answer`, { receives: false });
    expect(await composeReportEmail(desk.dependencies, data)).toBeNull();
  });

  it('has the values of Home exactly, for any scope and days', { timeout: 120_000 }, async () => {
    const random = createSeededRandom();
    const pick = <T>(items: readonly T[]): T => {
      const item = items[Math.floor(random() * items.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    };
    const { dependencies, shops } = desk;
    const { tenantId, shopIds } = shops;
    for (let round = 0; round < scopes; round += 1) {
      const from = addDays('2026-09-20', Math.floor(random() * 50));
      const to = addDays(from, Math.floor(random() * 31));
      const scope = pick([
        {},
        { shop: pick(shopIds) },
        { platform: pick(['SHOPEE', 'LAZADA', 'TIKTOK'] as const) },
        { currency: pick(['VND', 'USD']) },
      ]);
      const compare = random() < 0.3 ? { compare: 'year' as const } : {};
      const search = new URLSearchParams({
        ...scope,
        ...compare,
        period: '90d',
        chart: 'orders',
      });
      const figures = await readFigures(dependencies, tenantId, search.toString(), { from, to });
      // What Home asks the server for.
      const { shop, ...rest } = { shop: undefined, ...scope };
      const query = {
        ...rest,
        ...(shop !== undefined && { shops: shop }),
        ...compare,
        period: 'custom' as const,
        from,
        to,
      };
      const [summary, breakdown, products] = await Promise.all([
        reportSummary(dependencies, tenantId, query),
        reportBreakdown(dependencies, tenantId, { ...query, by: 'shop' }),
        reportProducts(dependencies, tenantId, query),
      ]);
      expect(figures.summary.metrics).toEqual(summary.metrics);
      expect(figures.summary.trend).toEqual(summary.trend);
      expect(figures.shops).toEqual(breakdown.items.slice(0, 10));
      expect(figures.products.map(({ id, gmv }) => [id, gmv])).toEqual(
        products.items.slice(0, 10).map(({ id, gmv }) => [id, gmv]),
      );
      if (round % 10 > 0) continue;
      const csv = await figuresFile('csv', figures, { title: 'Sales', language: 'vi' });
      const [, total = ''] = Buffer.from(csv.content).toString().split('\r\n');
      const { gmv, netSales, orders, units } = summary.metrics;
      const values = [gmv, netSales, orders, units].map(({ value }) => String(value ?? ''));
      expect(total).toBe(`total,,,,,,${summary.currency},${values.join(',')}`);
    }
  });
});
