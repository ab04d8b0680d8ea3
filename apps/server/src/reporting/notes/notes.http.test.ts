import { ChartNote, ChartNoteList } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { beforeEach, expect, it } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { reportingEraser } from '../erase.ts';
import { startReporting, type ReportingHttp } from '../testing/reporting-http.ts';
import { disownNotesOfMember } from './note-store.ts';

const { shops, reporting } = await startReporting(1);

const clear = sql('test.clear_notes', 'delete from reporting.chart_note');
beforeEach(() => shops.database.tenant(shops.tenantId, (tx) => tx.execute(clear)));

type Token = keyof ReportingHttp['accounts'];

const call = (token: Token, method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  callJson(reporting.http, token, method, `/reporting/notes${url}`, payload);

const livestream = { day: '2026-11-08', text: 'Livestream', shop: null };
const write = (changed: object = {}, token: Token = 'owner', id = newId()) =>
  call(token, 'PUT', `/${id}`, { ...livestream, ...changed });

async function listed(token: Token = 'viewer', days = 'from=2026-11-01&to=2026-11-30') {
  const { body } = await call(token, 'GET', `?${days}`);
  return Value.Parse(ChartNoteList, body);
}

it('shows a note to the team on its day, with its author; a viewer can only read', async () => {
  const [shop = ''] = shops.shopIds;
  const { status, body } = await write({ text: '  Kho   nghỉ ', shop });
  expect(status).toBe(200);
  expect(body).toMatchObject({ day: '2026-11-08', text: 'Kho nghỉ', shop, author: 'Lan' });
  await write({ day: '2026-11-02' });
  await write({ day: '2026-12-01', text: 'Later' });
  const list = await listed();
  expect(list.mayChange).toBe(false);
  expect(list.items.map(({ text }) => text)).toEqual(['Livestream', 'Kho nghỉ']);
  expect((await listed('member')).mayChange).toBe(true);
  expect((await write({}, 'viewer')).status).toBe(403);
  expect((await call('viewer', 'DELETE', `/${Value.Parse(ChartNote, body).id}`)).status).toBe(403);
});

it('changes and deletes a note by its id, and restores it on undo', async () => {
  const id = newId();
  await write({}, 'member', id);
  await write({ text: 'Livestream 20h', day: '2026-11-09' }, 'owner', id);
  expect((await listed()).items).toMatchObject([
    { id, day: '2026-11-09', text: 'Livestream 20h', author: 'Lan' },
  ]);
  expect((await call('member', 'DELETE', `/${id}`)).status).toBe(204);
  expect((await listed()).items).toEqual([]);
  const gone = await call('member', 'DELETE', `/${id}`);
  expect(gone).toMatchObject({ status: 404, body: { error: 'note_unknown' } });
  await write({}, 'member', id);
  expect((await listed()).items).toMatchObject([{ id, text: 'Livestream' }]);
});

it('refuses a change that is based on an older version, and shows the newer one', async () => {
  const id = newId();
  const first = Value.Parse(ChartNote, (await write({}, 'member', id)).body);
  const change = (changedAt: string, text: string) =>
    call('owner', 'PUT', `/${id}?changedAt=${changedAt}`, { ...livestream, text });
  const second = await change(first.changedAt, 'Livestream 20h');
  expect(second.status).toBe(200);
  const refused = await change(first.changedAt, 'Livestream 21h');
  expect(refused).toMatchObject({
    status: 409,
    body: { error: 'changed_meanwhile', details: { current: { text: 'Livestream 20h' } } },
  });
  expect((await listed()).items).toMatchObject([{ text: 'Livestream 20h' }]);
  await call('member', 'DELETE', `/${id}`);
  expect(await change(first.changedAt, 'Livestream 21h')).toMatchObject({
    status: 409,
    body: { error: 'note_deleted' },
  });
  // A page of an earlier release names no version.
  expect((await write({ text: 'Livestream 22h' }, 'owner', id)).status).toBe(200);
});

it.each([
  ['a blank text', { text: '   ' }],
  ['a text of more than 200 characters', { text: 'a'.repeat(201) }],
  ['an invalid day', { day: '2026-02-30' }],
])('refuses %s', async (_, changed) => {
  expect((await write(changed)).status).toBe(400);
  expect((await listed()).items).toEqual([]);
});

it('hides notes from other teams, which can neither change nor delete them by id', async () => {
  const id = newId();
  await write({}, 'owner', id);
  expect((await listed('stranger')).items).toEqual([]);
  expect((await call('stranger', 'DELETE', `/${id}`)).status).toBe(404);
  // The same id is another note in another team.
  await write({ text: 'Theirs' }, 'stranger', id);
  expect((await listed()).items).toMatchObject([{ id, text: 'Livestream' }]);
  const [shop = ''] = shops.shopIds;
  expect((await write({ shop }, 'stranger')).status).toBe(404);
});

it('keeps a note without its author when a member leaves, and erases it with the team', async () => {
  await write();
  await shops.database.tenant(shops.tenantId, (tx) =>
    disownNotesOfMember(tx, reporting.accounts.owner),
  );
  expect((await listed()).items).toMatchObject([{ text: 'Livestream', author: null }]);
  await shops.database.tenant(shops.tenantId, (tx) => reportingEraser.team(tx, 100_000));
  expect((await listed()).items).toEqual([]);
});
