import type { AlertRule } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { vi as editing } from '../editing/texts.vi.ts';
import { sharedTexts } from '../i18n/index.ts';
import { storage } from '../storage.ts';
import { renderScreen } from '../testing/renderScreen.tsx';
import { AlertRulesCard } from './AlertRulesCard.tsx';
import { choose, days, longName, otherShopId, rule, shopId, shops } from './testing/sampleRule.ts';
import { texts } from './texts.ts';

function show(
  items: AlertRule[],
  role = 'member',
  saving = Promise.resolve(),
  areShopsServed = true,
) {
  const rendered = renderScreen({
    screen: () => <AlertRulesCard />,
    path: '/settings/notifications',
    at: '/settings/notifications',
    async answer({ method, url, body }) {
      const [, , , id, act] = url.pathname.split('/');
      const [first = rule] = items;
      if (url.pathname === '/user') return Response.json({ team: { name: 'Hoa', role } });
      if (url.pathname === '/partner/shops') {
        if (!areShopsServed) return new Response(null, { status: 500 });
        return Response.json({ items: shops, total: shops.length });
      }
      if (id === 'preview') {
        return Response.json({ currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh', days });
      }
      if (method === 'GET') {
        const zone = 'Asia/Ho_Chi_Minh';
        return Response.json({ items, timeZone: zone, mailAvailable: true, maxPerTeam: 30 });
      }
      await saving;
      if (method === 'DELETE') {
        items.length = 0;
        return new Response(null, { status: 204 });
      }
      if (act === 'restore') items.push(rule);
      else if (act === 'mute') items = items.map((each) => ({ ...each, isMutedForYou: true }));
      else if (method === 'POST') items.push(Object.assign({}, rule, body, { currency: 'VND' }));
      else items = items.map((each) => Object.assign({}, each, body, { currency: 'VND' }));
      return Response.json(items.at(-1) ?? first, {
        status: method === 'POST' && !act ? 201 : 200,
      });
    },
  });
  return rendered;
}

it('names what is newer than the page neutrally, and does not edit it', async () => {
  const [kind, metric, platform]: string[] = ['streak', 'returns', 'AMAZON'];
  const condition = { kind, period: 'last_hour', times: 3 };
  show([JSON.parse(JSON.stringify({ ...rule, condition, metric, platform, shopIds: [] }))]);
  await expect
    .element(
      page.getByText(
        `${sharedTexts.other} · ${texts.allShopsOf(sharedTexts.otherPartner)} · ${texts.says.other}`,
      ),
    )
    .toBeVisible();
  await page.getByRole('button', { name: texts.actionsOf(rule.name) }).click();
  await expect.element(page.getByRole('menuitem', { name: texts.muteForYou })).toBeVisible();
  expect(page.getByRole('menuitem', { name: sharedTexts.edit }).query()).toBeNull();
});

it('what is typed while a rule is created is its next change', async () => {
  const saving = Promise.withResolvers<void>();
  const { requests } = show([], 'member', saving.promise);
  await page.getByRole('button', { name: texts.create }).click();
  const name = page.getByLabelText(texts.dialog.name);
  await name.fill('Lỗ');
  await page.getByLabelText(texts.dialog.threshold).fill('5000000');
  await page.getByRole('button', { name: texts.dialog.submit }).click();
  await name.fill('Lỗ nặng');
  saving.resolve();
  await expect.element(page.getByText(texts.dialog.created('Lỗ'))).toBeVisible();
  await expect.element(name).toHaveValue('Lỗ nặng');
  const save = page.getByRole('button', { name: sharedTexts.save, exact: true });
  await expect.element(save).not.toHaveAttribute('aria-busy');
  await save.click();
  await expect.element(page.getByText(texts.dialog.saved('Lỗ nặng'))).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
  const sent = requests.filter(({ url, method }) => method !== 'GET' && !url.endsWith('/preview'));
  expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT']);
  expect(sent.at(-1)?.url).toBe(`/reporting/alert_rules/${rule.id}?version=1`);
  expect(storage.formDraft.read()).toBeNull();
});

it('keeps the dialog of a new rule open that was opened while another rule is saved', async () => {
  const saving = Promise.withResolvers<void>();
  show([rule], 'member', saving.promise);
  await choose(rule.name, sharedTexts.edit);
  const name = page.getByLabelText(texts.dialog.name);
  await name.fill('Lãi');
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await page.getByRole('button', { name: sharedTexts.cancel, exact: true }).click();
  await page.getByRole('button', { name: texts.create }).click();
  await name.fill('Lỗ');
  saving.resolve();
  await expect.element(page.getByText(texts.dialog.saved('Lãi'))).toBeVisible();
  await expect.element(name).toHaveValue('Lỗ');
});

it('what was typed while a rule was created is not another new rule after a reload', async () => {
  const saving = Promise.withResolvers<void>();
  const rendered = show([], 'member', saving.promise);
  const create = page.getByRole('button', { name: texts.create });
  await create.click();
  const name = page.getByLabelText(texts.dialog.name);
  await name.fill('Lỗ');
  await page.getByLabelText(texts.dialog.threshold).fill('5000000');
  await page.getByRole('button', { name: texts.dialog.submit }).click();
  await name.fill('Lỗ nặng');
  saving.resolve();
  await expect.element(page.getByText(texts.dialog.created('Lỗ'))).toBeVisible();
  // As with a reload.
  rendered.go('/elsewhere');
  await expect.element(page.getByText('elsewhere')).toBeVisible();
  rendered.go('/settings/notifications');
  await create.click();
  await expect.element(name).toHaveValue('');
  expect(page.getByText(editing.draft.restored).query()).toBeNull();
  await page.getByRole('button', { name: sharedTexts.cancel }).click();
  await choose('Lỗ', sharedTexts.edit);
  await expect.element(page.getByText(editing.draft.restored)).toBeVisible();
  await expect.element(name).toHaveValue('Lỗ nặng');
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await expect.element(page.getByText(texts.dialog.saved('Lỗ nặng'))).toBeVisible();
  expect(rendered.requests.find(({ method }) => method === 'PUT')?.url).toBe(
    `/reporting/alert_rules/${rule.id}?version=1`,
  );
});

it('creates a first rule, with a preview of its days', async () => {
  const { requests } = show([]);
  await expect.element(page.getByText(texts.none)).toBeVisible();
  await page.getByRole('button', { name: texts.create }).click();
  await expect.element(page.getByText(texts.preview.waiting)).toBeVisible();
  const preview = page.getByRole('region', { name: texts.preview.title });
  const emptyHeight = preview.element().clientHeight;
  await page.getByRole('button', { name: texts.dialog.submit }).click();
  await expect.element(page.getByText(texts.dialog.nameMissing)).toBeVisible();
  await expect.element(page.getByText(texts.dialog.numberMissing)).toBeVisible();
  await page.getByLabelText(texts.dialog.name).fill('Lỗ');
  await page.getByLabelText(texts.dialog.scope).selectOptions('Hoa Mai (Lazada)');
  await page.getByLabelText(texts.dialog.threshold).fill('5000000');
  await expect.element(page.getByText(texts.preview.count(2), { exact: false })).toBeVisible();
  // Otherwise a click on what is below would miss it when the preview arrives.
  expect(preview.element().clientHeight).toBe(emptyHeight);
  expect(await violations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(texts.dialog.created('Lỗ'))).toBeVisible();
  const watched = {
    metric: 'gmv',
    platform: null,
    shopIds: [shopId],
    currency: null,
    condition: { kind: 'below', period: 'yesterday', threshold: '5000000' },
  };
  const sent = requests.filter(({ method }) => method === 'POST');
  expect(sent.find(({ url }) => url.endsWith('/preview'))?.body).toEqual(watched);
  expect(sent.at(-1)?.body).toEqual({
    name: 'Lỗ',
    ...watched,
    inApp: true,
    mail: true,
    webhook: false,
    quietHours: null,
    isMuted: false,
  });
  expect(storage.formDraft.read()).toBeNull();
});

it('selects several shops by keyboard, and shows the stored ones', async () => {
  await page.viewport(390, 800);
  const several = { ...rule, shopIds: [shopId, otherShopId] };
  const { requests } = show([several]);
  const scope = page.getByLabelText(texts.dialog.scope, { exact: true });
  await expect
    .element(page.getByText(`Hoa Mai (Lazada) và ${longName} (Shopee) ·`, { exact: false }))
    .toBeVisible();
  await choose(rule.name, sharedTexts.edit);
  await expect.element(page.getByText(texts.dialog.quietAbout('GMT+7'))).toBeVisible();
  await expect.element(scope).toHaveValue('several');
  const group = page.getByRole('group', { name: texts.dialog.shops(2) });
  await expect.element(group.getByRole('checkbox', { checked: true }).nth(1)).toBeVisible();
  expect(group.element().scrollWidth).toBe(group.element().clientWidth);
  expect(await violations()).toEqual([]);

  scope.element().focus();
  await userEvent.keyboard('{Tab} {Tab} ');
  const save = page.getByRole('button', { name: sharedTexts.save, exact: true });
  await save.click();
  await expect.element(page.getByText(texts.dialog.shopsMissing)).toBeVisible();
  await expect.element(scope).toHaveFocus();
  await expect.element(page.getByText(texts.preview.waiting)).toBeVisible();

  await scope.selectOptions(texts.allShopsOf('Shopee'));
  await scope.selectOptions(sharedTexts.severalShops);
  await page.getByRole('checkbox', { name: 'Hoa Mai (Lazada)' }).click();
  await expect.element(page.getByRole('group', { name: texts.dialog.shops(3) })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Trà (Shopee)' }).click();
  await save.click();
  await expect.element(page.getByText(texts.dialog.saved(rule.name))).toBeVisible();
  const saved = requests.find(({ method }) => method === 'PUT')?.body;
  expect(saved).toMatchObject({ platform: null, shopIds: [otherShopId, shopId], currency: null });
});

it('restores an unsent draft until it is sent or canceled', async () => {
  const rendered = show([rule]);
  const create = page.getByRole('button', { name: texts.create });
  const name = page.getByLabelText(texts.dialog.name);
  await create.click();
  await name.fill('Tăng mạnh');
  await page.getByLabelText(texts.dialog.kind).selectOptions(texts.kinds.rise);
  await page.getByLabelText(texts.dialog.percent).fill('35');
  await page.getByRole('checkbox', { name: texts.channels.mail }).click();
  // As where the session ends.
  rendered.go('/elsewhere');
  await expect.element(page.getByText('elsewhere')).toBeVisible();
  rendered.go('/settings/notifications');

  await choose(rule.name, sharedTexts.edit);
  await expect.element(name).toHaveValue(rule.name);
  const cancel = page.getByRole('button', { name: sharedTexts.cancel });
  await cancel.click();
  await create.click();
  await expect.element(page.getByText(editing.draft.restored)).toBeVisible();
  await expect.element(name).toHaveValue('Tăng mạnh');
  await expect.element(page.getByLabelText(texts.dialog.percent)).toHaveValue('35');
  const mail = page.getByRole('checkbox', { name: texts.channels.mail });
  await expect.element(mail).not.toBeChecked();
  expect(await violations()).toEqual([]);
  await cancel.click();
  expect(storage.formDraft.read()).toBeNull();
  await create.click();
  await expect.element(name).toHaveValue('');
});

it('describes what a rule watches, and offers only periods that fit its condition', async () => {
  const { requests } = show([rule]);
  await expect
    .element(page.getByText('Hoa Mai · Hôm qua thấp hơn 5.000.000 ₫', { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByText('không báo từ 22:00 đến 07:00', { exact: false }))
    .toBeVisible();
  expect(await violations()).toEqual([]);
  await choose(rule.name, sharedTexts.edit);
  const period = page.getByLabelText(texts.dialog.period);
  expect(period.element().textContent).not.toContain(texts.periods.today);
  await page.getByLabelText(texts.dialog.kind).selectOptions(texts.kinds.fall);
  await page.getByLabelText(texts.dialog.percent).fill('100');
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await expect.element(page.getByText(texts.dialog.percentRange('99'))).toBeVisible();
  await page.getByLabelText(texts.dialog.percent).fill('30');
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await expect.element(page.getByText(texts.dialog.saved(rule.name))).toBeVisible();
  expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    condition: { kind: 'fall', period: 'yesterday', percent: 30, compare: 'previous' },
    quietHours: { from: 22, to: 7 },
  });
});

it('deletes with undo, and mutes', async () => {
  show([rule]);
  await choose(rule.name, texts.remove);
  await expect.element(page.getByText(texts.none)).toBeVisible();
  await page.getByRole('button', { name: sharedTexts.undo }).click();
  await expect.element(page.getByText(rule.name, { exact: true })).toBeVisible();
  await choose(rule.name, texts.muteForYou);
  await expect.element(page.getByText(texts.mutedForYou)).toBeVisible();
});

it('mutes for the team without sending the rule', async () => {
  const { requests } = show([rule]);
  await choose(rule.name, texts.muteForTeam);
  await expect.element(page.getByText(texts.mutedForTeam)).toBeVisible();
  const [sent] = requests.filter(({ method }) => method === 'PUT');
  expect(sent?.url).toMatch(/\/team_mute$/);
  expect(sent?.body).toEqual({ isMuted: true });
});

it('leaves out a shop that is no longer connected', async () => {
  const gone = '00000000-0000-4000-8000-00000000000f';
  const { requests } = show([{ ...rule, shopIds: [shopId, otherShopId, gone] }]);
  await choose(rule.name, sharedTexts.edit);
  const group = (count: number) => page.getByRole('group', { name: texts.dialog.shops(count) });
  await expect.element(group(2)).toBeVisible();
  await group(2)
    .getByRole('checkbox', { name: `${longName} (Shopee)` })
    .click();
  await expect.element(group(1)).toBeVisible();
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  const saved = () => requests.find(({ method }) => method === 'PUT')?.body;
  await expect.poll(saved).toMatchObject({ shopIds: [shopId] });
});

it('claims of no shop that it was deleted, or that all are watched, while the shops cannot be read', async () => {
  const { requests } = show([rule], 'member', Promise.resolve(), false);
  await expect
    .element(page.getByText(` · ${sharedTexts.shopCount(1)} · `, { exact: false }))
    .toBeVisible();
  await choose(rule.name, sharedTexts.edit);
  const scope = page.getByRole('combobox', { name: texts.dialog.scope });
  await expect.element(scope).toHaveDisplayValue(sharedTexts.shopCount(1));
  await scope.selectOptions(texts.allShops);
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  const saved = () => requests.find(({ method }) => method === 'PUT')?.body;
  await expect.poll(saved).toMatchObject({ shopIds: [] });
});

it('lets a viewer mute for themselves, but change nothing', async () => {
  show([rule], 'viewer');
  await page.getByRole('button', { name: texts.actionsOf(rule.name) }).click();
  await expect.element(page.getByRole('menuitem', { name: texts.muteForYou })).toBeVisible();
  await expect
    .element(page.getByRole('menuitem', { name: sharedTexts.edit }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: texts.create })).not.toBeInTheDocument();
});
