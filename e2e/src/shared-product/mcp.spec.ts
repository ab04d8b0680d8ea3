import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from '@playwright/test';
import { recentSeller, recentShop } from '../recent-shop.ts';
import { ledger } from '../sandbox.ts';
import { signIn } from '../seller.ts';
import { test } from '../test.ts';

const tools = '/settings/reporting-tools';

test.describe('an assistant', () => {
  test('reads the metrics of /reports/query with the secret of an access until it is revoked', async ({
    page,
    product,
  }) => {
    // Creating an access requires a recent sign-in.
    await signIn(page, product, recentSeller, tools);
    await page.getByRole('button', { name: 'Tạo truy cập' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Tên', exact: true }).fill('Claude');
    await dialog.getByRole('button', { name: 'Tạo', exact: true }).click();
    const secret = await dialog.getByRole('textbox', { name: 'Mã bí mật' }).inputValue();
    const queryUrl = await dialog.getByRole('textbox', { name: 'Địa chỉ truy vấn' }).inputValue();
    await dialog.getByRole('button', { name: 'Tôi đã sao chép' }).click();
    const address = await page.getByRole('textbox', { name: 'Địa chỉ máy chủ MCP' }).inputValue();

    const headers = { authorization: `Bearer ${secret}` };
    const client = new Client({ name: 'journey', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
    );
    const metrics = ['gmv', 'net_sales', 'orders'];
    const call = () =>
      client.callTool({
        name: 'query_report',
        arguments: { metrics, groupBy: ['day'], period: '7d' },
      });
    const { structuredContent } = await call();
    const { rows, totals, period } = Object(structuredContent);
    const query = await page.request.post(queryUrl, {
      headers,
      data: { fields: ['day', ...metrics], dateRange: period },
    });
    const expected: { rows: unknown[][] } = await query.json();
    expect(
      rows.map((row: Record<string, unknown>) => [
        String(row['day']).replaceAll('-', ''),
        ...metrics.map((metric) => row[metric]),
      ]),
    ).toEqual(expected.rows);
    const { orders, gmv } = await ledger(product, await recentShop(product), period);
    expect(orders).toBeGreaterThan(0);
    expect(totals).toMatchObject({ orders, gmv });

    await page.reload();
    const access = page.getByRole('listitem').filter({ hasText: /^Claude/ });
    await expect(access).toContainText('dùng gần nhất');
    await access.getByRole('button', { name: 'Thu hồi' }).click();
    await dialog.getByRole('button', { name: 'Thu hồi' }).click();
    await expect(page.getByText('Đã thu hồi “Claude”')).toBeVisible();
    await expect(call()).rejects.toThrow(/401/);
    await client.close();
  });
});
