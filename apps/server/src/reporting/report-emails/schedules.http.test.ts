import { ApiError, type ReportSchedule } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { deleteSchedulesOfMember } from './schedule-store.ts';
import { composeReportEmail } from './compose-email.ts';
import { createReportEmailsFixture, daily } from './testing/report-emails-fixture.ts';

const openEvents = sql(
  'test.open_events',
  'select resolved_at is null as is_open from notifications.event where tenant_id = $1',
);

const openOffers = sql(
  'test.open_offers',
  `select account_id from notifications.event
    where tenant_id = $1 and kind = 'report_offered' and resolved_at is null order by account_id`,
);

const desk = await createReportEmailsFixture();
beforeEach(() => desk.clear());

/** Returns the accounts with an open offer of a report. */
async function accountsWithOffer(): Promise<string[]> {
  const { tenantId, database } = desk.shops;
  const rows = await database.tenantRead<{ accountId: string }>(tenantId, openOffers, [tenantId]);
  return rows.map(({ accountId }) => accountId);
}

describe('a report email', () => {
  it('is due at its hour in the time zone of the shops, and visible to those involved', async () => {
    const schedule = await desk.schedule('member', {
      ...daily,
      rhythm: 'monthly',
      monthDay: 31,
      hour: 20,
      recipients: ['viewer'],
    });
    expect(schedule).toMatchObject({
      timeZone: 'Asia/Ho_Chi_Minh',
      nextAt: '2026-11-30T13:00:00.000Z',
      isOwn: true,
      ownState: 'receiving',
      recipients: [
        { accountId: 'member', state: 'receiving' },
        { accountId: 'viewer', state: 'invited' },
      ],
    });
    expect(await desk.schedules('viewer')).toMatchObject([
      { ownState: 'invited', ownerId: 'member', owner: 'member' },
    ]);
    expect(await desk.schedules('owner')).toMatchObject([{ ownState: null }]);
    expect(await desk.schedules('stranger')).toEqual([]);
  });

  it('attaches the chosen files, which a change without files keeps', async () => {
    const { id, files } = await desk.schedule('owner');
    expect(files).toEqual(['csv', 'xlsx']);
    const change = { ...daily, recipients: [], isPaused: false };
    const save = async (more: object) =>
      (await desk.call('owner', 'PUT', `/schedules/${id}`, { ...change, ...more })).body;
    expect(await save({ files: ['pdf'] })).toMatchObject({ files: ['pdf'] });
    expect(await save({})).toMatchObject({ files: ['pdf'] });
    expect(await save({ files: [] })).toMatchObject({ files: [] });
    for (const wrong of [['docx'], ['pdf', 'pdf']]) {
      const url = `/schedules/${id}`;
      const refused = await desk.call('owner', 'PUT', url, { ...change, files: wrong });
      expect(refused.status).toBe(400);
    }
  });

  it('invites members, who must agree; viewers cannot invite', async () => {
    const { id } = await desk.schedule('owner', { recipients: ['member'] });
    expect(await desk.events()).toEqual([{ kind: 'report_offered', account: 'member' }]);
    const change = { ...daily, recipients: ['member'], isPaused: false };
    await desk.call('owner', 'PUT', `/schedules/${id}`, change);
    expect(await desk.events()).toHaveLength(1);
    const foreign = await desk.call('viewer', 'PUT', `/schedules/${id}/answer`, { receives: true });
    expect(foreign.status).toBe(404);
    const agreed = await desk.call('member', 'PUT', `/schedules/${id}/answer`, { receives: true });
    expect(agreed.body).toMatchObject({ ownState: 'receiving' });
    await desk.call('owner', 'PUT', `/schedules/${id}`, change);
    expect(await desk.schedules('member')).toMatchObject([{ ownState: 'receiving' }]);
    const view = await desk.saveView('viewer');
    const invited = { viewId: view.id, ...daily, recipients: ['owner'] };
    const refused = await desk.call('viewer', 'POST', '/schedules', invited);
    expect(refused).toMatchObject({ status: 403, body: { error: 'members_only' } });
    const own = await desk.call('viewer', 'POST', '/schedules', { ...invited, recipients: [] });
    expect(own.status).toBe(201);
  });

  it('keeps what a change does not name', async () => {
    const { id } = await desk.schedule('owner', {
      ...daily,
      rhythm: 'weekly',
      weekday: 3,
      hour: 20,
      recipients: ['member'],
      files: ['pdf'],
    });
    const change = async (body: object) =>
      (await desk.call('owner', 'PUT', `/schedules/${id}`, body)).body;
    const kept = {
      rhythm: 'weekly',
      weekday: 3,
      hour: 20,
      recipients: [{ accountId: 'member' }, { accountId: 'owner' }],
      files: ['pdf'],
    };
    expect(await change({ isPaused: true })).toMatchObject({ ...kept, isPaused: true });
    expect(await change({ hour: 9 })).toMatchObject({ ...kept, hour: 9, isPaused: true });
    expect(await change({ recipients: [], isPaused: false })).toMatchObject({
      ...kept,
      hour: 9,
      recipients: [{ accountId: 'owner' }],
      nextAt: '2026-11-11T02:00:00.000Z',
    });
    const refused = await desk.call('owner', 'PUT', `/schedules/${id}`, { rhythm: 'monthly' });
    expect(refused).toMatchObject({ status: 400, body: { error: 'schedule_day' } });
  });

  it('asks a member again who was removed from it and is added again', async () => {
    const { id } = await desk.schedule('owner', { recipients: ['member'] });
    for (const recipients of [[], ['member']]) {
      desk.clock.now = new Date(desk.clock.now.getTime() + 1000);
      await desk.call('owner', 'PUT', `/schedules/${id}`, {
        ...daily,
        recipients,
        isPaused: false,
      });
    }
    const offered = { kind: 'report_offered', account: 'member' };
    expect(await desk.events()).toEqual([offered, offered]);
  });

  it('ends the offer to a member who answers or is removed, and no other offer', async () => {
    const recipients = ['member', 'viewer'];
    for (const end of [
      (id: string) => desk.call('member', 'PUT', `/schedules/${id}/answer`, { receives: true }),
      (id: string) => desk.call('owner', 'PUT', `/schedules/${id}`, { recipients: ['viewer'] }),
    ]) {
      await desk.clear();
      const { id } = await desk.schedule('owner', { recipients });
      expect(await accountsWithOffer()).toEqual(['member', 'viewer']);
      await end(id);
      expect(await accountsWithOffer()).toEqual(['viewer']);
    }
  });

  it('is offered again once its deletion or that of its view is undone', async () => {
    for (const pathOf of [
      ({ id }: ReportSchedule) => `/schedules/${id}`,
      ({ viewId }: ReportSchedule) => `/views/${viewId}`,
    ]) {
      await desk.clear();
      const schedule = await desk.schedule('owner', { recipients: ['member', 'viewer'] });
      const answer = `/schedules/${schedule.id}/answer`;
      await desk.call('viewer', 'PUT', answer, { receives: false });
      desk.clock.now = new Date(desk.clock.now.getTime() + 1000);
      await desk.call('owner', 'DELETE', pathOf(schedule));
      expect(await accountsWithOffer()).toEqual([]);
      desk.clock.now = new Date(desk.clock.now.getTime() + 1000);
      await desk.call('owner', 'POST', `${pathOf(schedule)}/restore`);
      expect(await accountsWithOffer()).toEqual(['member']);
    }
  });

  it('requires a confirmed email address, a visible view of Home, and a day', async () => {
    const view = await desk.saveView('owner');
    const body = { viewId: view.id, ...daily, recipients: [] };
    const refusal = async (more: object, token: 'owner' | 'member' = 'owner') => {
      const answer = await desk.call(token, 'POST', '/schedules', { ...body, ...more });
      return Value.Parse(ApiError, answer.body).error;
    };
    expect(await refusal({ rhythm: 'weekly' })).toBe('schedule_day');
    expect(await refusal({ recipients: ['stranger'] })).toBe('recipient_unknown');
    const hidden = await desk.saveView('viewer');
    expect(await refusal({ viewId: hidden.id })).toBe('view_unknown');
    const member = desk.team[1];
    if (!member) throw new Error('There is no member');
    member.email = null;
    expect(await refusal({}, 'member')).toBe('email_unconfirmed');
    member.email = 'member@shop.test';
  });

  it('is not scheduled of a view that is deleted meanwhile', async () => {
    const { database } = desk.dependencies;
    for (const [name, end] of [
      ['purged', 'delete from reporting.saved_view where tenant_id = $1 and changed_at <= $2'],
      ['deleted', 'update reporting.saved_view set deleted_at = $2 where tenant_id = $1'],
    ] as const) {
      const view = await desk.saveView('owner');
      const endViews = sql(`test.views_${name}`, end);
      // What the view's filters need is read after the view itself.
      const tenantRead: typeof database.tenantRead = async (tenantId, statement, values) => {
        await database.tenant(tenantId, (tx) =>
          tx.execute(endViews, [tenantId, desk.dependencies.now()]),
        );
        return database.tenantRead(tenantId, statement, values);
      };
      desk.dependencies.database = { ...database, tenantRead };
      const body = { viewId: view.id, ...daily, recipients: ['member'] };
      const answer = await desk.call('owner', 'POST', '/schedules', body);
      desk.dependencies.database = database;
      expect({ name, ...answer }).toMatchObject({
        name,
        status: 404,
        body: { error: 'view_unknown' },
      });
    }
    expect(await desk.events()).toEqual([]);
  });

  it('is limited to twenty per team', async () => {
    const view = await desk.saveView('owner');
    const body = { viewId: view.id, ...daily, recipients: [] };
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => desk.call('owner', 'POST', '/schedules', body)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
      error: 'too_many_schedules',
    });
    // Until then, the view can be restored, with its schedules.
    await desk.call('owner', 'DELETE', `/views/${view.id}`);
    const dayMs = 86_400_000;
    const other = await desk.saveView('owner');
    const again = async (laterMs: number) => {
      desk.clock.now = new Date(desk.clock.now.getTime() + laterMs);
      return (await desk.call('owner', 'POST', '/schedules', { ...body, viewId: other.id })).status;
    };
    expect(await again(dayMs)).toBe(409);
    expect(await again(1)).toBe(201);
  });

  it('can be changed by its owner and by owners of the team only', async () => {
    const { id } = await desk.schedule('member', { recipients: ['viewer'] });
    const change = { ...daily, hour: 9, recipients: [], isPaused: false };
    expect((await desk.call('viewer', 'PUT', `/schedules/${id}`, change)).status).toBe(404);
    expect((await desk.call('viewer', 'DELETE', `/schedules/${id}`)).status).toBe(404);
    expect((await desk.call('stranger', 'PUT', `/schedules/${id}`, change)).status).toBe(404);
    const changed = await desk.call('owner', 'PUT', `/schedules/${id}`, change);
    expect(changed.body).toMatchObject({ hour: 9, recipients: [{ accountId: 'member' }] });
  });

  it('is sent at once as a trial to the user who asks for it', async () => {
    const { id } = await desk.schedule('member');
    const sent = await desk.call('member', 'POST', `/schedules/${id}/trial`);
    expect(sent).toMatchObject({ status: 202, body: { mailTo: 'member@shop.test' } });
    const [data] = await desk.queuedEmails();
    const email = await composeReportEmail(desk.dependencies, data);
    expect(email).toMatchObject({
      to: 'member@shop.test',
      subject: 'Trial: Sales · 9 Nov 2026',
    });
    expect((await desk.call('viewer', 'POST', `/schedules/${id}/trial`)).status).toBe(404);
  });

  it('is sent to an address at most thirty times a day, then not before the next one', async () => {
    const { id } = await desk.schedule('member');
    const sendTrial = () => desk.call('member', 'POST', `/schedules/${id}/trial`);
    for (let each = 0; each < 30; each += 1) expect((await sendTrial()).status).toBe(202);
    const refused = await sendTrial();
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    // The emails of a day are counted in UTC.
    const { details } = Value.Parse(ApiError, refused.body);
    const untilNextDayMs = new Date().setUTCHours(24, 0, 0, 0) - Date.now();
    expect(Number(details?.['retryAfterSeconds']) * 1000).toBeGreaterThanOrEqual(untilNextDayMs);
    expect(Number(details?.['retryAfterSeconds'])).toBeLessThanOrEqual(86_400);
  });

  it('leaves no open notification when it is deleted', async () => {
    const { id } = await desk.schedule('owner', { recipients: ['member'] });
    const { tenantId, database } = desk.shops;
    const read = () => database.tenantRead<{ isOpen: boolean }>(tenantId, openEvents, [tenantId]);
    expect(await read()).toEqual([{ isOpen: true }]);
    await desk.call('owner', 'DELETE', `/schedules/${id}`);
    expect(await read()).toEqual([{ isOpen: false }]);
  });

  it('is deleted with its owner, and loses recipients who leave the team', async () => {
    const { tenantId, database } = desk.shops;
    await desk.schedule('member');
    await desk.schedule('owner', { recipients: ['member'] });
    await database.tenant(tenantId, (tx) => deleteSchedulesOfMember(tx, 'member', desk.clock.now));
    expect(await desk.schedules('owner')).toMatchObject([
      { isOwn: true, recipients: [{ accountId: 'owner' }] },
    ]);
  });

  it('leaves no open notification when its view is deleted', async () => {
    const { viewId } = await desk.schedule('owner', { recipients: ['member'] });
    await desk.schedule('owner', { recipients: ['viewer'] });
    expect(await accountsWithOffer()).toEqual(['member', 'viewer']);
    await desk.call('owner', 'DELETE', `/views/${viewId}`);
    expect(await accountsWithOffer()).toEqual(['viewer']);
  });

  it('is offered no more once its owner, or the member who was asked, has left the team', async () => {
    const { tenantId, database } = desk.shops;
    await desk.schedule('member', { recipients: ['viewer'] });
    await desk.schedule('owner', { recipients: ['member', 'viewer'] });
    expect(await accountsWithOffer()).toEqual(['member', 'viewer', 'viewer']);
    await database.tenant(tenantId, (tx) => deleteSchedulesOfMember(tx, 'member', desk.clock.now));
    expect(await accountsWithOffer()).toEqual(['viewer']);
  });
});

describe('the unsubscribe link', () => {
  async function muteUrl(): Promise<string> {
    const { id } = await desk.schedule('owner');
    const { tenantId } = desk.shops;
    return desk.dependencies.muteLinks.pathOf({ tenantId, subjectId: id, accountId: 'owner' });
  }
  const stateOf = () => desk.schedules('owner');

  it('asks for confirmation, because scanners open every link', async () => {
    const url = await muteUrl();
    const page = await desk.http.app.inject({ method: 'GET', url });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('"form"');
    expect(await stateOf()).toMatchObject([{ ownState: 'receiving' }]);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('mutes at once when a mail client posts %s (RFC 8058)', async (type, payload) => {
    const url = await muteUrl();
    const headers = { 'content-type': type };
    const answer = await desk.http.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode).toBe(200);
    expect(await stateOf()).toMatchObject([{ ownState: 'muted' }]);
  });

  it('refuses a modified token', async () => {
    const url = (await muteUrl()).replace('.', 'A.');
    for (const method of ['GET', 'POST'] as const) {
      expect((await desk.http.app.inject({ method, url })).statusCode).toBe(404);
    }
    expect(await stateOf()).toMatchObject([{ ownState: 'receiving' }]);
  });
});
