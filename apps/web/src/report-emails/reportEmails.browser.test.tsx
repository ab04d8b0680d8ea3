import type { ReportSchedule } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useState } from 'react';
import { page } from 'vitest/browser';
import { formats, sharedTexts } from '../i18n/index.ts';
import { renderScreen } from '../testing/renderScreen.tsx';
import { ReportEmailsCard } from './ReportEmailsCard.tsx';
import ScheduleDialog from './ScheduleDialog.tsx';
import { texts } from './texts.ts';

const schedule = (more: Partial<ReportSchedule> = {}): ReportSchedule => ({
  id: '00000000-0000-4000-8000-000000000001',
  viewId: '00000000-0000-4000-9000-000000000001',
  viewName: 'Shopee',
  rhythm: 'weekly',
  files: ['csv', 'xlsx'],
  weekday: 1,
  monthDay: null,
  hour: 8,
  timeZone: 'Asia/Ho_Chi_Minh',
  isPaused: false,
  nextAt: '2026-11-30T01:00:00.000Z',
  lastSentAt: null,
  lastFailedAt: null,
  isOwn: true,
  ownerId: 'lan',
  owner: null,
  ownState: 'receiving',
  recipients: [
    { accountId: 'lan', name: 'Lan', hasEmail: true, state: 'receiving' },
    { accountId: 'minh', name: 'Minh', hasEmail: false, state: 'invited' },
  ],
  ...more,
});
const members = [
  { accountId: 'lan', name: 'Lan', email: 'lan@shop.test', you: true },
  { accountId: 'minh', name: 'Minh', email: 'minh@shop.test', you: false },
];

interface Server {
  items: ReportSchedule[];
  mailTo?: string | null;
  role?: string;
  /** Changes wait for it. */
  until?: Promise<void>;
}

function show(screen: () => React.ReactNode, server: Server) {
  let deleted: ReportSchedule[] = [];
  return renderScreen({
    screen,
    path: '/settings/notifications',
    at: '/settings/notifications',
    async answer({ method, url, body }) {
      if (method !== 'GET') await server.until;
      const [, , , id, act] = url.pathname.split('/');
      const { role = 'member', mailTo = 'lan@shop.test' } = server;
      if (url.pathname === '/user') return Response.json({ team: { name: 'Hoa', role } });
      if (url.pathname === '/team') return Response.json({ name: 'Hoa', role, members });
      if (method === 'GET')
        return Response.json({ items: server.items, mailTo, mailAvailable: true, maxPerTeam: 20 });
      if (act === 'trial') return Response.json({ mailTo }, { status: 202 });
      if (act === 'restore') {
        server.items = deleted;
        return Response.json(deleted[0]);
      }
      if (method === 'DELETE') {
        deleted = server.items;
        server.items = [];
        return new Response(null, { status: 204 });
      }
      const { receives, recipients: _recipients, ...changed } = Object(body);
      const answered = receives === undefined ? {} : { ownState: receives ? 'receiving' : 'muted' };
      const saved = { ...schedule(), ...changed, ...answered };
      server.items = [saved];
      return Response.json(saved, { status: id === undefined ? 201 : 200 });
    },
  });
}

const list = () => <ReportEmailsCard />;
async function choose(entry: string) {
  await page.getByRole('button', { name: texts.actionsOf('Shopee') }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

beforeEach(() => page.viewport(1280, 900));

describe('the list of report emails', () => {
  it('shows schedule and recipients of each, and the last failure', async () => {
    show(list, { items: [schedule({ lastFailedAt: '2026-11-23T01:10:00.000Z' })] });
    const when = page.getByText('08:00 Thứ Hai hằng tuần', { exact: false });
    await expect.element(when).toBeVisible();
    const recipients = page.getByText('Lan (đang nhận) và Minh (chưa có email xác nhận)');
    await expect.element(recipients).toBeVisible();
    const failedAt = formats.dateTime('2026-11-23T01:10:00.000Z', 'Asia/Ho_Chi_Minh');
    await expect.element(page.getByText(texts.problem(failedAt))).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('pauses, sends a test, and deletes with undo', async () => {
    const server: Server = { items: [schedule()] };
    const { requests } = show(list, server);
    await choose(texts.trial);
    await expect.element(page.getByText(texts.trialSent('lan@shop.test'))).toBeVisible();
    await choose(texts.pause);
    await expect.element(page.getByText(texts.paused('Shopee'))).toBeVisible();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ isPaused: true });
    await choose(texts.remove);
    await expect.element(page.getByText(texts.none)).toBeVisible();
    await page.getByRole('button', { name: sharedTexts.undo }).click();
    await expect.element(page.getByText(texts.restored('Shopee'))).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  it('lets an invited recipient agree, and mute later', async () => {
    const invited = schedule({ isOwn: false, owner: 'Hà', ownState: 'invited' });
    const { requests } = show(list, { items: [invited] });
    await expect.element(page.getByText(texts.asksYou('Hà'))).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: texts.agree }).click();
    await expect.element(page.getByText(texts.agreed('Shopee'))).toBeVisible();
    await choose(texts.mute);
    await expect.element(page.getByText(texts.muted('Shopee'))).toBeVisible();
    const answers = requests.filter(({ url }) => url.endsWith('/answer'));
    expect(answers.map(({ body }) => body)).toEqual([{ receives: true }, { receives: false }]);
  });

  it('sends one answer for a double click', async () => {
    const saved = Promise.withResolvers<void>();
    const invited = schedule({ isOwn: false, owner: 'Hà', ownState: 'invited' });
    const { requests } = show(list, { items: [invited], until: saved.promise });
    const agree = page.getByRole('button', { name: texts.agree });
    await agree.click();
    await expect.element(agree).toHaveAttribute('aria-busy', 'true');
    await agree.click({ force: true });
    saved.resolve();
    await expect.element(agree).not.toBeInTheDocument();
    expect(requests.filter(({ url }) => url.endsWith('/answer'))).toHaveLength(1);
  });

  it('sends one answer after the other, so that the last one counts', async () => {
    const saved = Promise.withResolvers<void>();
    const invited = schedule({ isOwn: false, owner: 'Hà', ownState: 'invited' });
    const { requests } = show(list, { items: [invited], until: saved.promise });
    const answers = () => requests.filter(({ url }) => url.endsWith('/answer'));
    const decline = page.getByRole('button', { name: texts.decline });
    await page.getByRole('button', { name: texts.agree }).click();
    await decline.click();
    await expect.element(decline).toHaveAttribute('aria-busy', 'true');
    expect(answers()).toHaveLength(1);
    saved.resolve();
    await expect.element(page.getByText(texts.muted('Shopee'))).toBeVisible();
    expect(answers().map(({ body }) => body)).toEqual([{ receives: true }, { receives: false }]);
  });

  it('links to adding an address if the account has none', async () => {
    show(list, { items: [], mailTo: null });
    await expect.element(page.getByText(texts.noAddress)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: texts.addAddress }))
      .toHaveAttribute('href', '/settings/password');
  });
});

describe('the dialog of a report email', () => {
  const view = { id: '00000000-0000-4000-9000-000000000001', name: 'Shopee' };
  const dialog = () => <ScheduleDialog view={view} schedule={null} onClose={() => undefined} />;

  it('schedules a view for the user and invites other members', async () => {
    const { requests } = show(dialog, { items: [] });
    await page.getByLabelText(texts.dialog.rhythm).selectOptions(texts.rhythms.monthly);
    await page.getByLabelText(texts.dialog.monthDay).selectOptions(texts.monthDay(31));
    await page.getByLabelText(texts.dialog.hour).selectOptions('20:00');
    await expect.element(page.getByText(texts.covers.monthly, { exact: false })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Minh' }).click();
    await page.getByRole('checkbox', { name: texts.dialog.formats.csv }).click();
    await page.getByRole('checkbox', { name: texts.dialog.formats.pdf }).click();
    expect(page.getByRole('checkbox', { name: 'Lan' }).query()).toBeNull();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: texts.dialog.submit }).click();
    await expect.element(page.getByText('Đã đặt lịch', { exact: false })).toBeVisible();
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      viewId: view.id,
      rhythm: 'monthly',
      weekday: null,
      monthDay: 31,
      hour: 20,
      recipients: ['minh'],
      files: ['xlsx', 'pdf'],
    });
  });

  it('is not closed by a click beside it once something was chosen', async () => {
    const onClose = vi.fn();
    show(() => <ScheduleDialog view={view} schedule={null} onClose={onClose} />, { items: [] });
    const clickBeside = () =>
      page
        .elementLocator(document.documentElement)
        .click({ position: { x: 4, y: 4 }, force: true });
    const rhythm = page.getByLabelText(texts.dialog.rhythm);
    await expect.element(rhythm).toBeVisible();
    await clickBeside();
    expect(onClose).toHaveBeenCalledOnce();
    await rhythm.selectOptions(texts.rhythms.monthly);
    await clickBeside();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps what is chosen while a schedule is saved, and saves it as a change', async () => {
    const saving = Promise.withResolvers<void>();
    function Closable() {
      const [isOpen, setOpen] = useState(true);
      return (
        isOpen && <ScheduleDialog view={view} schedule={null} onClose={() => setOpen(false)} />
      );
    }
    const { requests } = show(() => <Closable />, { items: [], until: saving.promise });
    const hour = page.getByLabelText(texts.dialog.hour);
    await hour.selectOptions('9');
    const submit = page.getByRole('button', { name: texts.dialog.submit });
    await submit.click();
    await hour.selectOptions('10');
    saving.resolve();
    await expect.element(submit).not.toHaveAttribute('aria-busy');
    await expect.element(hour).toHaveValue('10');
    await submit.click();
    const sent = () => requests.filter(({ method }) => method !== 'GET');
    await expect.poll(() => sent().map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(sent().map(({ body }) => body)).toMatchObject([{ hour: 9 }, { hour: 10 }]);
    await expect.element(submit).not.toBeInTheDocument();
  });

  it('offers an owner of the team all members but the one who receives it anyway', async () => {
    const foreign = schedule({ isOwn: false, ownerId: 'minh', owner: 'Minh', recipients: [] });
    const { requests } = show(list, { items: [foreign], role: 'owner' });
    await choose(sharedTexts.edit);
    await page.getByRole('checkbox', { name: 'Lan' }).click();
    expect(page.getByRole('checkbox', { name: 'Minh' }).query()).toBeNull();
    await page.getByRole('button', { name: sharedTexts.save }).click();
    const when = '08:00 Thứ Hai hằng tuần';
    await expect.element(page.getByText(texts.dialog.saved(when))).toBeVisible();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      rhythm: 'weekly',
      weekday: 1,
      monthDay: null,
      hour: 8,
      recipients: ['lan'],
      files: ['csv', 'xlsx'],
    });
  });

  it('offers a viewer no other recipients', async () => {
    const { requests } = show(dialog, { items: [], role: 'viewer' });
    await expect.element(page.getByLabelText(texts.dialog.hour)).toBeVisible();
    await expect.poll(() => requests.map(({ url }) => url)).toContain('/user');
    await expect.element(page.getByRole('checkbox', { name: 'Minh' })).not.toBeInTheDocument();
  });

  it('says what is missing if the account has no confirmed address', async () => {
    show(dialog, { items: [], mailTo: null });
    await expect.element(page.getByText(texts.noAddress)).toBeVisible();
    await expect.element(page.getByRole('button', { name: texts.dialog.submit })).toBeDisabled();
  });
});
