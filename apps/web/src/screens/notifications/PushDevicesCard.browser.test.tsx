import type { PushDevices } from '@seller-connect/contract';
import { Toaster, toasts } from '@seller-connect/ui';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../../api/index.ts';
import { PushDevicesCard } from './PushDevicesCard.tsx';
import type { PushBrowser, PushSupport } from './pushBrowser.ts';
import { texts } from './texts.ts';

const labels = texts.devices;
const phone = {
  id: '019a0000-0000-7000-8000-000000000001',
  endpointHash: 'hash-of-phone',
  device: 'Chrome, Android',
  addedAt: '2026-11-20T03:00:00Z',
};
const subscription = { endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } };

function show({
  support = 'available',
  devices = [],
  hash = null,
  answer = subscription,
  status = 200,
}: {
  support?: PushSupport;
  devices?: PushDevices['devices'];
  hash?: string | null | Promise<null>;
  answer?: typeof subscription | null | Error;
  /** Of the server's responses. */
  status?: number;
}) {
  // Test files share the page, and so the messages of the test before.
  toasts.clear();
  const calls: string[] = [];
  const requested: string[] = [];
  const browser: PushBrowser = {
    support: () => support,
    endpointHash: async () => hash,
    async subscribe(serverKey) {
      requested.push(serverKey);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    unsubscribe: async () => void calls.push('unsubscribe'),
  };
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
      calls.push(`${init?.method} ${pathname}${body}`);
      return Response.json({ serverKey: 'key', devices }, { status });
    },
  });
  setClients({ core: client, catalogue: client });
  const queries = new QueryClient();
  const card = (listed: PushDevices['devices']) => (
    <QueryClientProvider client={queries}>
      <PushDevicesCard push={{ serverKey: 'key', devices: listed }} browser={browser} />
      <Toaster label="Toasts" closeLabel="Close" />
    </QueryClientProvider>
  );
  const { update } = render(card(devices));
  return { calls, requested, list: (listed: PushDevices['devices']) => update(card(listed)) };
}

it.each([390, 1280])(
  'keeps its height once the browser has responded, %i px wide',
  async (width) => {
    await page.viewport(width, 844);
    const { promise, resolve } = Promise.withResolvers<null>();
    show({ hash: promise });
    const status = page.getByRole('status').first();
    const height = () => status.element().getBoundingClientRect().height;
    await expect.element(status).toBeInTheDocument();
    const before = height();
    resolve(null);
    await expect.element(page.getByText(labels.off)).toBeVisible();
    expect(height()).toBe(before);
  },
);

it('requests the permission only on a click, and adds the device', async () => {
  const { calls, requested } = show({});
  await expect.element(page.getByText(labels.off)).toBeVisible();
  expect(requested).toEqual([]);
  await page.getByRole('button', { name: labels.enable }).click();
  await expect
    .poll(() => calls)
    .toEqual([`POST /user/push_devices ${JSON.stringify(subscription)}`]);
  expect(requested).toEqual(['key']);
});

it('adds nothing if the permission is denied', async () => {
  const { calls, requested } = show({ answer: null });
  await page.getByRole('button', { name: labels.enable }).click();
  await expect.poll(() => requested).toEqual(['key']);
  await expect.element(page.getByRole('button', { name: labels.enable })).toBeEnabled();
  expect(calls).toEqual([]);
});

it('says that the browser could not subscribe', async () => {
  show({ answer: new Error('push service error') });
  await page.getByRole('button', { name: labels.enable }).click();
  await expect.element(page.getByText(labels.failed)).toBeVisible();
});

it('leaves a failure of the server to the shared handler', async () => {
  const { calls } = show({ status: 500 });
  const enable = page.getByRole('button', { name: labels.enable });
  await enable.click();
  await expect.poll(() => calls).toHaveLength(1);
  await expect.poll(() => enable.element().getAttribute('aria-busy')).toBeNull();
  expect(page.getByText(labels.failed).query()).toBeNull();
});

it.each(['unsupported', 'install', 'denied'] as const)(
  'says what to do if notifications are %s, and requests nothing',
  async (support) => {
    show({ support });
    await expect.element(page.getByText(labels[support])).toBeVisible();
    expect(page.getByRole('button', { name: labels.enable }).elements()).toEqual([]);
  },
);

it('turns the device off, first at the server, then in the browser', async () => {
  const { calls } = show({ devices: [phone], hash: phone.endpointHash });
  await expect.element(page.getByText(labels.on)).toBeVisible();
  expect(page.getByRole('button', { name: /^Gỡ/ }).elements()).toEqual([]);
  await page.getByRole('button', { name: labels.disable }).click();
  await expect.poll(() => calls).toEqual([`DELETE /user/push_devices/${phone.id}`, 'unsubscribe']);
});

it('keeps the focus when this device is turned on and off', async () => {
  const { list } = show({ hash: phone.endpointHash });
  await page.getByRole('button', { name: labels.enable }).click();
  list([phone]);
  await expect.element(page.getByRole('button', { name: labels.disable })).toHaveFocus();
  list([]);
  await expect.element(page.getByRole('button', { name: labels.enable })).toHaveFocus();
});

it('removes another device', async () => {
  const { calls } = show({ devices: [phone], hash: 'hash of this one' });
  await expect.element(page.getByText(labels.off)).toBeVisible();
  await page.getByRole('button', { name: labels.removeOf(phone.device) }).click();
  await expect.poll(() => calls).toEqual([`DELETE /user/push_devices/${phone.id}`]);
});
