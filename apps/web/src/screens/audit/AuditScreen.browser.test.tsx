import type { AuditEntry, Team } from '@seller-connect/contract';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { sharedTexts } from '../../i18n/index.ts';
import AuditScreen from './AuditScreen.tsx';
import { texts as lists } from '../../lists/texts.ts';
import { texts } from './texts.ts';

const entry: AuditEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  at: '2026-11-11T03:00:00Z',
  action: 'settings.changed',
  group: 'settings',
  actor: { id: 'lan', name: 'Lan', email: 'lan@shop.test' },
  summary: 'Đổi cài đặt: thông báo',
};

const failure = () =>
  Response.json(
    { statusCode: 500, error: 'internal', message: 'server', requestId: 'r' },
    { status: 500 },
  );

const minh = { accountId: 'minh', name: 'Minh', email: null, role: 'owner', you: false };

/** Renders the audit log for a member with this role; `read` responds to requests for entries. */
function show(
  role: Team['role'],
  read: (url: URL) => Response | Promise<Response>,
  at = '/settings/audit',
  team = () => Response.json({ name: 'Hoa', role, members: [minh] }),
) {
  return renderScreen({
    screen: AuditScreen,
    path: '/settings/audit',
    at,
    answer({ url }) {
      if (url.pathname === '/user') return Response.json({ team: { name: 'Hoa', role } });
      if (url.pathname.startsWith('/audit')) return read(url);
      return team();
    },
  });
}

const list = (items: AuditEntry[], nextCursor: string | null = null) =>
  Response.json({ items, nextCursor });

beforeEach(() => page.viewport(1280, 900));

describe('the audit log of the team', () => {
  it('shows owners who did what, and older entries on demand', async () => {
    show('owner', (url) =>
      url.searchParams.has('cursor')
        ? list([{ ...entry, id: `${entry.id.slice(0, -1)}2`, summary: 'Rời nhóm', actor: null }])
        : list([entry], entry.id),
    );
    await expect.element(page.getByText(entry.summary)).toBeVisible();
    await expect.element(page.getByText('lan@shop.test')).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: texts.more }).click();
    await expect.element(page.getByText('Rời nhóm')).toBeVisible();
    await expect.element(page.getByText(texts.system)).toBeVisible();
    await expect.element(page.getByText(texts.end)).toBeVisible();
  });

  it('fetches the entries again that could not be refreshed', async () => {
    const answers = [list([entry]), failure(), list([{ ...entry, summary: 'Rời nhóm' }])];
    show('owner', () => answers.shift() ?? failure());
    await expect.element(page.getByText(texts.end)).toBeVisible();
    window.dispatchEvent(new Event('visibilitychange'));
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    await expect.element(page.getByText('Rời nhóm')).toBeVisible();
    await expect.element(page.getByText(texts.failed)).not.toBeInTheDocument();
  });

  it('is not fetched for viewers, who see whom to contact', async () => {
    const { requests } = show('viewer', () => list([entry]));
    await expect.element(page.getByText(texts.ownersOnly('Minh'))).toBeVisible();
    expect(page.getByRole('button', { name: texts.export }).query()).toBeNull();
    expect(requests.filter(({ url }) => url.startsWith('/audit'))).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  it('says to viewers that the team could not be loaded, and loads it again', async () => {
    let response = failure;
    show(
      'viewer',
      () => list([entry]),
      undefined,
      () => response(),
    );
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    response = () => Response.json({ name: 'Hoa', role: 'viewer', members: [minh] });
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    await expect.element(page.getByText(texts.ownersOnly('Minh'))).toBeVisible();
    await expect.element(page.getByText(texts.failed)).not.toBeInTheDocument();
  });

  it('is busy while loading', async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    show('owner', async () => {
      await slow;
      return list([entry]);
    });
    await expect.element(page.getByRole('button', { name: texts.export })).toBeVisible();
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    release();
    await expect.element(page.getByText(entry.summary)).toBeVisible();
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

  it('offers older days instead of clearing filters if none is set', async () => {
    const rendered = show('owner', () => list([]));
    await expect.element(page.getByText(texts.nothingLately)).toBeVisible();
    expect(page.getByRole('button', { name: texts.clear }).query()).toBeNull();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: texts.fromTheStart }).click();
    await expect.element(page.getByText(texts.nothingYet)).toBeVisible();
    expect(rendered.address()).toBe('/settings/audit?period=all');
    expect(page.getByRole('button', { name: texts.fromTheStart }).query()).toBeNull();
  });

  it('follows the filters of the address, also on navigation back', async () => {
    const rendered = show('owner', () => list([entry]), '/settings/audit?group=team');
    const group = page.getByLabelText(texts.group);
    const period = page.getByLabelText(texts.period);
    const days = page.getByRole('search', { name: lists.dayRange.name });
    await group.selectOptions('shop');
    await expect.poll(() => rendered.address()).toBe('/settings/audit?group=shop');
    await period.selectOptions('custom');
    await expect.element(days).toBeVisible();
    await days.getByLabelText(lists.dayRange.from).fill('1/11/2026');
    await days.getByLabelText(lists.dayRange.to).fill('3/11/2026');
    await days.getByRole('button', { name: lists.dayRange.show }).click();
    await expect.poll(() => rendered.address()).toContain('from=2026-11-01&to=2026-11-03');
    await expect.element(days.getByRole('button', { name: lists.dayRange.show })).toHaveFocus();
    rendered.back();
    await expect.element(period).toHaveValue('30');
    await expect.element(days).not.toBeInTheDocument();
    rendered.back();
    await expect.element(group).toHaveValue('team');
  });

  it('names a downloaded file after its own days', async () => {
    const file = Promise.withResolvers<Response>();
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    click.mockImplementation(function record(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    onTestFinished(() => click.mockRestore());
    const of = (to: string) => `/settings/audit?period=custom&from=2026-11-01&to=${to}`;
    const answer = (url: URL) => (url.pathname === '/audit' ? list([entry]) : file.promise);
    const rendered = show('owner', answer, of('2026-11-05'));
    await page.getByRole('button', { name: texts.export }).click();
    rendered.go(of('2026-11-09'));
    await expect.element(page.getByLabelText(lists.dayRange.to)).toHaveValue('9/11/2026');
    file.resolve(new Response('when,who'));
    await expect.poll(() => names).toEqual([texts.file('2026-11-01--2026-11-05')]);
  });

  it('shows the days of the address, in place of wrong ones that were typed', async () => {
    const of = (from: string) => `/settings/audit?period=custom&from=${from}&to=2026-11-05`;
    const rendered = show('owner', () => list([entry]), of('2026-11-01'));
    const from = page.getByLabelText(lists.dayRange.from);
    await from.fill('31/11/2026');
    await page.getByRole('button', { name: lists.dayRange.show }).click();
    await expect.element(from).toHaveAttribute('aria-invalid', 'true');
    rendered.go(of('2026-11-02'));
    await expect.element(from).toHaveValue('2/11/2026');
    await expect.element(from).not.toHaveAttribute('aria-invalid');
  });

  it('says that loading failed, or that nothing matches, each with an action', async () => {
    let failing = true;
    const rendered = show(
      'owner',
      () => (failing ? failure() : list([])),
      '/settings/audit?group=team',
    );
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    expect(await violations()).toEqual([]);
    failing = false;
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    await expect.element(page.getByText(texts.emptyWhy)).toBeVisible();
    expect(await violations()).toEqual([]);
    const clear = page.getByRole('button', { name: texts.clear });
    clear.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => rendered.address()).toBe('/settings/audit?period=all');
  });
});
