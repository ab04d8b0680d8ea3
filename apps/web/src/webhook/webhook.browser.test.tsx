import type { WebhookState } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sharedTexts } from '../i18n/index.ts';
import { renderScreen } from '../testing/renderScreen.tsx';
import { texts as copyableTexts } from '../copyable/texts.ts';
import { texts } from './texts.ts';
import WebhookCard from './WebhookCard.tsx';

const kinds: WebhookState['kinds'] = [
  { kind: 'alert_raised', title: 'Cảnh báo bạn đặt' },
  { kind: 'stock_low', title: 'Hàng bán chạy sắp hết' },
];
const delivery: WebhookState['deliveries'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'alert_raised',
  at: '2026-11-11T03:00:00.000Z',
  attempts: 3,
  state: 'failed',
  status: 500,
  problem: 'status',
  nextAt: null,
};

const webhook: NonNullable<WebhookState['webhook']> = {
  url: 'https://shop.vn/hook',
  kinds: ['alert_raised'],
  disabledAt: null,
  failingSince: null,
};

function show(state: WebhookState, saved = Promise.resolve()) {
  return renderScreen({
    screen: () => <WebhookCard />,
    path: '/settings/notifications',
    at: '/settings/notifications',
    async answer({ method, url }) {
      if (method === 'GET') return Response.json(state);
      await saved;
      if (url.pathname.endsWith('/test')) {
        return Response.json({ id: delivery.id }, { status: 202 });
      }
      if (method === 'DELETE') return new Response(null, { status: 204 });
      const isNew = state.webhook === null || url.pathname.endsWith('/secret');
      return Response.json({ secret: isNew ? 'whsec_abc' : null });
    },
  });
}

it('is added with an address, and shows its secret once', async () => {
  const { requests } = show({ webhook: null, kinds, deliveries: [] });
  await page.getByRole('button', { name: texts.add }).click();
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await expect.element(page.getByText(texts.dialog.urlMissing)).toBeVisible();
  await page.getByLabelText(texts.dialog.url).fill('https://shop.vn/hook');
  await page.getByRole('checkbox', { name: 'Hàng bán chạy sắp hết' }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  const secret = page.getByLabelText(texts.secret.label, { exact: true });
  await expect.element(secret).toHaveValue('whsec_abc');
  expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
    url: 'https://shop.vn/hook',
    kinds: ['alert_raised'],
  });
  expect(await violations()).toEqual([]);
  await page
    .elementLocator(document.documentElement)
    .click({ position: { x: 4, y: 4 }, force: true });
  await expect.element(secret).toBeVisible();
  await page.getByRole('button', { name: copyableTexts.done }).click();
  await expect.element(secret).not.toBeInTheDocument();
});

it('shows the outcome of deliveries, and sends a test', async () => {
  const refused = { ...delivery, id: '00000000-0000-4000-8000-000000000002', type: 'test' };
  const { requests } = show({
    webhook: { ...webhook, disabledAt: '2026-11-11T03:00:00.000Z' },
    kinds,
    deliveries: [delivery, { ...refused, status: null, problem: 'address_refused' }],
  });
  await expect.element(page.getByText(texts.disabled)).toBeVisible();
  await expect.element(page.getByText(texts.status('500'), { exact: false })).toBeVisible();
  await expect
    .element(page.getByText(texts.problems.address_refused, { exact: false }))
    .toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: texts.test, exact: true }).click();
  await expect.element(page.getByText(texts.testing)).toBeVisible();
  expect(requests.some(({ url: called }) => called === '/team/webhook/test')).toBe(true);
});

it.each([
  ['replaced', texts.dialog.renew, texts.dialog.renewConfirm, 'POST /team/webhook/secret'],
  ['deleted', texts.dialog.remove, texts.dialog.removeConfirm, 'DELETE /team/webhook'],
])(
  'asks before what stops the receiver: the secret or webhook is %s',
  async (_, action, confirm, call) => {
    const { requests } = show({ webhook, kinds, deliveries: [] });
    const calls = () => requests.map(({ method, url }) => `${method} ${url}`);
    await page.getByRole('button', { name: sharedTexts.edit, exact: true }).click();
    await page.getByRole('button', { name: action }).click();
    const dialog = page.getByRole('dialog', { name: confirm.title });
    await expect.element(dialog.getByText(confirm.text)).toBeVisible();
    expect(await violations()).toEqual([]);
    await dialog.getByRole('button', { name: confirm.keep }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls()).not.toContain(call);
    await page.getByRole('button', { name: action }).click();
    await dialog.getByRole('button', { name: action }).click();
    await expect.poll(calls).toContain(call);
  },
);

it('keeps what was typed but not saved while a new secret is shown', async () => {
  show({ webhook, kinds, deliveries: [] });
  await page.getByRole('button', { name: sharedTexts.edit, exact: true }).click();
  const url = page.getByLabelText(texts.dialog.url);
  await url.fill('https://shop.vn/next');
  const renew = page.getByRole('button', { name: texts.dialog.renew });
  await renew.click();
  await page
    .getByRole('dialog', { name: texts.dialog.renewConfirm.title })
    .getByRole('button', { name: texts.dialog.renew })
    .click();
  await expect.element(page.getByLabelText(texts.secret.label, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: copyableTexts.done }).click();
  await expect.element(url).toHaveValue('https://shop.vn/next');
  await expect.element(renew).toHaveFocus();
});

it('keeps what is typed while the first webhook is saved', async () => {
  const saved = Promise.withResolvers<void>();
  show({ webhook: null, kinds, deliveries: [] }, saved.promise);
  await page.getByRole('button', { name: texts.add }).click();
  const url = page.getByLabelText(texts.dialog.url);
  await url.fill('https://shop.vn/hook');
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await url.fill('https://shop.vn/next');
  saved.resolve();
  await expect.element(page.getByLabelText(texts.secret.label, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: copyableTexts.done }).click();
  await expect.element(url).toHaveValue('https://shop.vn/next');
});

it('clears the error of the events with any of them', async () => {
  show({ webhook: null, kinds, deliveries: [] });
  await page.getByRole('button', { name: texts.add }).click();
  await page.getByLabelText(texts.dialog.url).fill('https://shop.vn/hook');
  const [first, last] = kinds.map(({ title }) => page.getByRole('checkbox', { name: title }));
  await first?.click();
  await last?.click();
  await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
  await expect.element(page.getByText(texts.dialog.kindsMissing)).toBeVisible();
  await last?.click();
  await expect.element(page.getByText(texts.dialog.kindsMissing)).not.toBeInTheDocument();
});

it('is closed by a click beside it, unless something was typed', async () => {
  show({ webhook, kinds, deliveries: [] });
  const url = page.getByLabelText(texts.dialog.url);
  const edit = page.getByRole('button', { name: sharedTexts.edit, exact: true });
  const clickBeside = () =>
    page.elementLocator(document.documentElement).click({ position: { x: 4, y: 4 }, force: true });
  await edit.click();
  await expect.element(url).toBeVisible();
  await clickBeside();
  await expect.element(url).not.toBeInTheDocument();
  await edit.click();
  await url.fill('https://shop.vn/next');
  await clickBeside();
  await expect.element(url).toHaveValue('https://shop.vn/next');
  await page.getByRole('button', { name: sharedTexts.cancel, exact: true }).click();
  await expect.element(url).not.toBeInTheDocument();
});

it('is not closed by a late removal once its settings were opened again', async () => {
  const removed = Promise.withResolvers<void>();
  show({ webhook, kinds, deliveries: [] }, removed.promise);
  const url = page.getByLabelText(texts.dialog.url);
  const edit = page.getByRole('button', { name: sharedTexts.edit, exact: true });
  await edit.click();
  await page.getByRole('button', { name: texts.dialog.remove, exact: true }).click();
  const question = page.getByRole('dialog', { name: texts.dialog.removeConfirm.title });
  await question.getByRole('button', { name: texts.dialog.remove }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(url).not.toBeInTheDocument();
  await edit.click();
  await url.fill('https://shop.vn/next');
  removed.resolve();
  await expect.element(page.getByText(texts.dialog.removed)).toBeVisible();
  await expect.element(url).toHaveValue('https://shop.vn/next');
});

it('shows a new secret although the settings were closed while it was fetched', async () => {
  const renewed = Promise.withResolvers<void>();
  show({ webhook, kinds, deliveries: [] }, renewed.promise);
  const edit = page.getByRole('button', { name: sharedTexts.edit, exact: true });
  await edit.click();
  await page.getByRole('button', { name: texts.dialog.renew }).click();
  const question = page.getByRole('dialog', { name: texts.dialog.renewConfirm.title });
  await question.getByRole('button', { name: texts.dialog.renew }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText(texts.dialog.url)).not.toBeInTheDocument();
  renewed.resolve();
  const secret = page.getByLabelText(texts.secret.label, { exact: true });
  await expect.element(secret).toHaveValue('whsec_abc');
  await page.getByRole('button', { name: copyableTexts.done }).click();
  await expect.element(secret).not.toBeInTheDocument();
  await edit.click();
  await expect.element(page.getByLabelText(texts.dialog.url)).toBeVisible();
  await expect.element(secret).not.toBeInTheDocument();
});
