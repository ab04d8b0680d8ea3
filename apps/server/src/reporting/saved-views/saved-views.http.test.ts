import { SavedView, SavedViewList } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { beforeEach, describe, expect, it } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { sql } from '../../platform/database/database.ts';
import { reportingEraser } from '../erase.ts';
import { startReporting, type ReportingHttp } from '../testing/reporting-http.ts';
import { deleteViewsOfMember } from './view-store.ts';

const { shops, reporting } = await startReporting(1);

const clearStatement = sql('test.clear_views', 'delete from reporting.saved_view');
beforeEach(() => shops.database.tenant(shops.tenantId, (tx) => tx.execute(clearStatement)));

type Token = keyof ReportingHttp['accounts'];

const call = (
  token: Token,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => callJson(reporting.http, token, method, `/reporting/views${url}`, payload);

const week = { name: 'Shopee, a week', path: '/', search: 'period=7d&platform=SHOPEE' };

async function save(token: Token, changed: object = {}): Promise<SavedView> {
  const { status, body } = await call(token, 'POST', '', { ...week, isShared: false, ...changed });
  expect(status).toBe(201);
  return Value.Parse(SavedView, body);
}

async function listed(token: Token): Promise<SavedView[]> {
  const { body } = await call(token, 'GET', '');
  return Value.Parse(SavedViewList, body).items;
}

async function names(token: Token): Promise<string[]> {
  const views = await listed(token);
  return views.map((view) => view.name);
}

describe('a saved view', () => {
  it('consists of a name, a screen and its search parameters without the page of a list', async () => {
    const view = await save('member', {
      name: '  Orders  to ship ',
      path: '/orders',
      search: 'stage=to_ship&page=3&view=x&q=%C3%A1o',
    });
    expect(view).toMatchObject({
      name: 'Orders to ship',
      path: '/orders',
      search: 'stage=to_ship&q=%C3%A1o',
      isShared: false,
      isOwn: true,
      canChange: true,
      owner: null,
    });
  });

  it('is visible to its owner only, until it is shared with the team', async () => {
    const view = await save('owner');
    expect(await names('owner')).toEqual([week.name]);
    expect(await names('member')).toEqual([]);
    await call('owner', 'PUT', `/${view.id}`, { isShared: true });
    expect(await names('viewer')).toEqual([week.name]);
    expect(await listed('viewer')).toMatchObject([
      { owner: 'Lan', isOwn: false, canChange: false },
    ]);
    expect(await names('stranger')).toEqual([]);
  });

  it('can be changed and deleted by its owner and, when shared, by an owner of the team', async () => {
    const view = await save('member', { isShared: true });
    const own = await save('viewer', { name: 'Mine' });
    expect((await call('viewer', 'PUT', `/${view.id}`, { name: 'x' })).status).toBe(403);
    expect((await call('viewer', 'DELETE', `/${view.id}`)).status).toBe(403);
    expect((await call('owner', 'PUT', `/${own.id}`, { name: 'x' })).status).toBe(404);
    const renamed = await call('owner', 'PUT', `/${view.id}`, { name: 'Ours' });
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Ours', search: week.search, owner: 'minh@shop.test' },
    });
    const withdrawn = await call('owner', 'PUT', `/${view.id}`, { isShared: false });
    expect(withdrawn).toMatchObject({ status: 403, body: { error: 'view_of_another' } });
    const replaced = await call('member', 'PUT', `/${view.id}`, { search: 'period=90d' });
    expect(replaced.body).toMatchObject({ name: 'Ours', search: 'period=90d', isShared: true });
    expect((await call('owner', 'DELETE', `/${view.id}`)).status).toBe(204);
    expect(await names('member')).toEqual([]);
    const restored = await call('owner', 'POST', `/${view.id}/restore`);
    expect(restored.body).toMatchObject({ isOwn: false, owner: 'minh@shop.test' });
  });

  it('of a viewer stays private', async () => {
    const view = await save('viewer');
    const refused = await call('viewer', 'PUT', `/${view.id}`, { isShared: true });
    expect(refused).toMatchObject({ status: 403, body: { error: 'members_only' } });
    const shared = await call('viewer', 'POST', '', { ...week, isShared: true });
    expect(shared.status).toBe(403);
  });

  it('is restored with its id when its deletion is undone within a day', async () => {
    const view = await save('owner');
    await call('owner', 'DELETE', `/${view.id}`);
    expect((await call('owner', 'PUT', `/${view.id}`, { name: 'x' })).status).toBe(404);
    expect((await call('member', 'POST', `/${view.id}/restore`)).status).toBe(404);
    const restored = await call('owner', 'POST', `/${view.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { id: view.id } });
    await call('owner', 'DELETE', `/${view.id}`);
    const later = sql(
      'test.age_views',
      `update reporting.saved_view set deleted_at = deleted_at - interval '25 hours'`,
    );
    await shops.database.tenant(shops.tenantId, (tx) => tx.execute(later));
    const other = await save('owner');
    await call('owner', 'DELETE', `/${other.id}`);
    expect((await call('owner', 'POST', `/${view.id}/restore`)).status).toBe(404);
  });

  it('requires a name, one of four screens, and at most fifty views per user', async () => {
    const blank = await call('owner', 'POST', '', { ...week, name: '   ', isShared: false });
    expect(blank).toMatchObject({ status: 400, body: { error: 'name_required' } });
    const path = await call('owner', 'POST', '', { ...week, path: '/team', isShared: false });
    expect(path.status).toBe(400);
    const gone = await save('owner', { name: 'Gone' });
    await call('owner', 'DELETE', `/${gone.id}`);
    const all = Array.from({ length: 55 }, (_, index) =>
      call('owner', 'POST', '', { ...week, name: `View ${index}`, isShared: false }),
    );
    const answers = await Promise.all(all);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      body: { error: 'too_many_views', message: expect.stringContaining('50') },
    });
    const undone = await call('owner', 'POST', `/${gone.id}/restore`);
    expect(undone.body).toMatchObject({ error: 'too_many_views' });
    await save('member');
  });
});

describe('the views of a former member', () => {
  it('are deleted when private and stay with the team when shared', async () => {
    await save('member');
    const shared = await save('member', { name: 'Ours', isShared: true });
    await shops.database.tenant(shops.tenantId, (tx) =>
      deleteViewsOfMember(tx, reporting.accounts.member),
    );
    expect(await names('member')).toEqual(['Ours']);
    expect(await listed('owner')).toMatchObject([{ id: shared.id, owner: null, canChange: true }]);
  });

  it('are erased with the team', async () => {
    await save('member', { isShared: true });
    await shops.database.tenant(shops.tenantId, (tx) => reportingEraser.team(tx, 100_000));
    expect(await names('member')).toEqual([]);
  });
});
