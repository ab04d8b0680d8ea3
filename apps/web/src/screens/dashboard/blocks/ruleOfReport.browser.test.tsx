import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { texts as rules } from '../../../alert-rules/texts.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import { vi as home } from '../texts.vi.ts';
import { renderHome } from '../testing/renderHome.tsx';
import { otherShop, shop } from '../testing/sampleReport.ts';
import { vi as texts } from './texts.vi.ts';

const third = { ...shop, id: '0191d2c4-7f00-7000-8000-0000000000ab', name: 'Trà' };
const shops = [shop, { ...otherShop, platform: 'SHOPEE' as const }, third];
const dialog = page.getByRole('dialog', { name: rules.dialog.newTitle });
const scope = dialog.getByLabelText(rules.dialog.scope, { exact: true });

async function openRule(address: string, role = 'member') {
  renderHome(
    {
      '/user': () => ({ team: { name: 'Hoa', role } }),
      '/partner/shops': () => ({ items: shops, total: shops.length }),
      '/reporting/alert_rules': () => ({
        items: [],
        timeZone: 'Asia/Ho_Chi_Minh',
        mailAvailable: true,
        maxPerTeam: 30,
      }),
    },
    address,
  );
  await page.getByRole('button', { name: home.more, exact: true }).click();
}

it('creates an alert rule for the metric and the shops of the report', async () => {
  await openRule(`/?chart=orders&shops=${shop.id},${third.id}`);
  await page.getByRole('menuitem', { name: texts.alert }).click();
  await expect
    .element(dialog.getByLabelText(rules.dialog.metric, { exact: true }))
    .toHaveValue('orders');
  await expect.element(scope).toHaveValue('several');
  const chosen = dialog.getByRole('group', { name: rules.dialog.shops(2) });
  const checked = () =>
    chosen
      .getByRole('checkbox', { checked: true })
      .elements()
      .map((box) => box.closest('label')?.textContent);
  expect(checked()).toEqual([`${shop.name} (Lazada)`, `${third.name} (Lazada)`]);
  expect(await violations(dialog.element())).toEqual([]);
  await dialog.getByRole('button', { name: sharedTexts.cancel }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it.each([
  ['a shop', `/?shop=${third.id}&platform=LAZADA`, `${third.name} (Lazada)`],
  ['a marketplace with one shop', '/?platform=SHOPEE', rules.allShopsOf('Shopee')],
  [
    'the one of several shops on the marketplace',
    `/?platform=SHOPEE&shops=${shop.id},${otherShop.id}`,
    `${otherShop.name} (Shopee)`,
  ],
  ['all shops', '/', rules.allShops],
])('creates an alert rule for %s', async (_name, address, label) => {
  await openRule(address);
  await page.getByRole('menuitem', { name: texts.alert }).click();
  await expect.element(scope).toHaveDisplayValue(label);
});

it('offers viewers no alert rule', async () => {
  await openRule('/', 'viewer');
  await expect.element(page.getByRole('menuitem', { name: texts.arrange })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: texts.alert })).not.toBeInTheDocument();
});
