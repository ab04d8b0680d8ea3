import type { AlertRule } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { vi as editing } from '../editing/texts.vi.ts';
import { sharedTexts } from '../i18n/index.ts';
import { storage } from '../storage.ts';
import { renderScreen } from '../testing/renderScreen.tsx';
import { AlertRulesCard } from './AlertRulesCard.tsx';
import { choose, days, rule, shops } from './testing/sampleRule.ts';
import { texts } from './texts.ts';

describe('a rule that another member changed meanwhile', () => {
  const newer: AlertRule = {
    ...rule,
    condition: { kind: 'below', period: 'yesterday', threshold: '9000000' },
    isMuted: true,
    version: 2,
  };
  /** Shows version 1, of which every change is refused, and opens its editor. */
  async function openStale(stale = rule) {
    await page.viewport(1280, 800);
    const server = { rule: stale };
    const { requests } = renderScreen({
      screen: () => <AlertRulesCard />,
      path: '/settings/notifications',
      at: '/settings/notifications',
      answer({ method, url, body }) {
        const [, , , id] = url.pathname.split('/');
        const version = url.searchParams.get('version');
        if (url.pathname === '/user')
          return Response.json({ team: { name: 'Hoa', role: 'owner' } });
        if (url.pathname === '/partner/shops') return Response.json({ items: shops, total: 3 });
        if (id === 'preview') {
          return Response.json({ currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh', days });
        }
        if (method === 'GET') {
          const zone = 'Asia/Ho_Chi_Minh';
          const list = { timeZone: zone, mailAvailable: true, maxPerTeam: 30 };
          return Response.json({ ...list, items: [server.rule] });
        }
        if (version === '1') {
          server.rule = newer;
          const error = { statusCode: 409, error: 'changed_meanwhile', message: 'newer' };
          return Response.json(
            { ...error, requestId: 'r', details: { current: newer } },
            { status: 409 },
          );
        }
        server.rule = Object.assign({}, server.rule, body, { version: 3 });
        return Response.json(server.rule);
      },
    });
    await choose(rule.name, sharedTexts.edit);
    const name = page.getByLabelText(texts.dialog.name);
    await name.fill('Bán chậm');
    const save = page.getByRole('button', { name: sharedTexts.save, exact: true });
    return { requests, name, save };
  }
  const conflict = page.getByRole('dialog', { name: editing.conflict.title });
  const sent = (requests: { method: string; url: string; body: unknown }[]) =>
    requests
      .filter(({ method }) => method === 'PUT')
      .map(({ url, body }) => ({
        version: new URL(url, location.origin).searchParams.get('version'),
        body,
      }));

  it('shows both versions, and saves over the newer one if the user chooses to', async () => {
    const { requests, name, save } = await openStale();
    await save.click();
    await expect.element(conflict).toBeVisible();
    const table = conflict.getByRole('table');
    await expect.element(table.getByText('Bán chậm')).toBeVisible();
    await expect.element(table.getByText(rule.name)).toBeVisible();
    await expect.element(table.getByText('9.000.000', { exact: false })).toBeVisible();
    await expect.element(table.getByText(texts.mutedForTeam).first()).toBeVisible();
    expect(table.getByText(texts.dialog.where).query()).toBeNull();
    expect(await violations()).toEqual([]);
    await conflict.getByRole('button', { name: sharedTexts.close }).click();
    await expect.element(name).toHaveValue('Bán chậm');
    await save.click();
    await conflict.getByRole('button', { name: editing.conflict.saveMine }).click();
    await expect.element(page.getByText(texts.dialog.saved('Bán chậm'))).toBeVisible();
    expect(sent(requests)).toMatchObject([
      { version: '1', body: { name: 'Bán chậm', isMuted: false } },
      { version: '1', body: { name: 'Bán chậm', isMuted: false } },
      { version: '2', body: { name: 'Bán chậm', isMuted: true } },
    ]);
    expect(storage.formDraft.read()).toBeNull();
  });

  it('takes the newer version if the user chooses it', async () => {
    const { requests, save } = await openStale();
    await save.click();
    await conflict.getByRole('button', { name: editing.conflict.takeTheirs }).click();
    await expect.element(page.getByText('9.000.000', { exact: false })).toBeVisible();
    expect(page.getByRole('dialog').query()).toBeNull();
    expect(sent(requests)).toHaveLength(1);
    expect(storage.formDraft.read()).toBeNull();
  });

  it('is saved without a version where the server is of an earlier release', async () => {
    const { version: _version, updatedAt: _updatedAt, ...unversioned } = rule;
    const { requests, save } = await openStale(unversioned);
    await save.click();
    await expect.element(page.getByText(texts.dialog.saved('Bán chậm'))).toBeVisible();
    expect(sent(requests)).toMatchObject([{ version: null, body: { isMuted: false } }]);
  });
});
