import { afterAll, beforeAll, expect, it } from 'vitest';
import { lazadaApplication } from '../lazada/application.ts';
import { shopeeApplication } from '../shopee/application.ts';
import { tikiApplication } from '../tiki/application.ts';
import { tiktokApplication } from '../tiktok/application.ts';
import { SandboxTestClient } from '../testing/sandbox-client.ts';

let sandbox: SandboxTestClient;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start();
});
afterAll(() => sandbox.running.stop());

const always = [
  'Shop name, ID, and status',
  'Orders, order items, and delivery status',
  'Products, prices, and stock',
];
const money = ['Returns and refunds', 'Settlements, fees, and payouts'];

/** Returns the address of a consent page as the application opens it. */
function pageOf(platform: 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK'): string {
  const { lazadaUrl, shopeeUrl, tikiUrl, tiktokUrl } = sandbox.running;
  const callback = `http://localhost:3000/oauth/callback/${platform.toLowerCase()}`;
  const common = { redirect_uri: callback, response_type: 'code', state: 'long-enough' };
  const [page, client] = {
    LAZADA: [`${lazadaUrl}/oauth/authorize`, { client_id: lazadaApplication.key }] as const,
    SHOPEE: [
      `${shopeeUrl}/auth`,
      { partner_id: shopeeApplication.partnerId, auth_type: 'seller' },
    ] as const,
    TIKI: [
      `${tikiUrl}/sc/oauth2/auth`,
      { client_id: tikiApplication.clientId, scope: 'order product' },
    ] as const,
    TIKTOK: [`${tiktokUrl}/open/authorize`, { service_id: tiktokApplication.serviceId }] as const,
  }[platform];
  return `${page}?${new URLSearchParams({ ...common, ...client }).toString()}`;
}

it.each([
  ['LAZADA', [...always, ...money]],
  ['SHOPEE', [...always, ...money]],
  ['TIKTOK', [...always, ...money]],
  // Its API has neither returns nor payouts.
  ['TIKI', always],
] as const)(
  'the consent page of %s lists exactly the data that the application requests',
  async (platform, list) => {
    const html = await (
      await fetch(pageOf(platform), { headers: { 'accept-language': 'en' } })
    ).text();
    const [, reads = ''] = /<section aria-labelledby="reads">(.*?)<\/section>/s.exec(html) ?? [];
    expect([...reads.matchAll(/<li>(.*?)<\/li>/g)].map(([, entry]) => entry)).toEqual(list);
  },
);

it('the consent pages have a color each, in light and dark', async () => {
  const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;
  const pages = await Promise.all(
    platforms.map(async (platform) => (await fetch(pageOf(platform))).text()),
  );
  // The last declarations win.
  const colors = pages.map((html) => [...html.matchAll(/--brand:(#\w+)/g)].slice(-2).join());
  expect(new Set(colors).size).toBe(platforms.length);
});
