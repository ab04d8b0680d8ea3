import '../../theme/styles.ts';
import type { NotificationSettings, Shop } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it } from 'vitest';
import { commands, page } from 'vitest/browser';
import { placeholders } from '../../sign-in/pages.ts';
import { SignInPage } from '../../sign-in/SignInPage.tsx';
import { streamProgress } from '../../testing/streamProgress.ts';
import { renderApp } from '../testing/renderApp.tsx';
import accepted from './layoutBoxes.json' with { type: 'json' };

// Where the parts of a few screens stand, compared with boxes that were accepted (docs/decisions/layout-boxes.md).
// After an intended change: VITE_ACCEPT_LAYOUT=1 npx vitest run --project=browser layoutBoxes

/** Position and size of each part, by its role in the page. */
type Boxes = Readonly<Record<string, readonly number[]>>;

/**
 * Maximum difference of x, y, width and height. Texts of another font renderer are some pixels wider or narrower, and
 * may break into a line more or less.
 */
const tolerancePx = [12, 50, 12, 50] as const;
const widths = [1440, 390] as const;

const shop: Shop = {
  id: '00000000-0000-4000-8000-000000000001',
  platform: 'LAZADA',
  externalShopId: '1001',
  name: 'Hoa Mai',
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  status: 'connected',
  linkedAt: '2026-11-01T00:00:00Z',
  lastSyncedAt: '2026-11-01T00:00:00Z',
  permissionEndsAt: null,
  reauthorization: null,
};
const settings: NotificationSettings = {
  mailTo: 'lan@shop.vn',
  mailAvailable: true,
  push: { serverKey: '', devices: [] },
  zalo: null,
  kinds: (['data_late', 'sales_drop', 'fees_up'] as const).map((kind) => ({
    kind,
    title: kind,
    text: kind,
    inApp: true,
    mail: false,
    push: false,
    zalo: null,
    lockedBecause: null,
  })),
  shops: [],
};
const available = (['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'] as const).map((platform) => ({
  platform,
  available: true,
}));
const answersWith = (shops: readonly Shop[]) => ({
  'GET /user': { profileCompletedAt: null, team: { name: 'Hoa Mai', role: 'owner' } },
  'GET /partner/shops': { items: shops, total: shops.length },
  'GET /partner/available': { items: available, total: available.length },
  'GET /partner/check_synced_data': {
    synced: true,
    hasData: true,
    shops: shops.map(({ id, platform, name }) => {
      const streams = [streamProgress({ rows: 1234 })];
      return { shopId: id, platform, name, state: 'up_to_date', streams };
    }),
  },
  'GET /user/notification_settings': settings,
  'GET /reporting/alert_rules': {
    items: [],
    timeZone: 'Asia/Ho_Chi_Minh',
    mailAvailable: true,
    maxPerTeam: 50,
  },
  'GET /team/webhook': { webhook: null, kinds: [], deliveries: [] },
  'GET /reporting/schedules': { items: [], mailTo: 'lan@shop.test', mailAvailable: true },
});

const screens: Readonly<Record<string, () => void>> = {
  login: () => {
    const state = { ...placeholders, page: 'login', language: 'vi', pageState: null } as const;
    render(<SignInPage state={{ ...state, loginHint: '' }} />);
  },
  connect: () => void renderApp('/connect', { answers: answersWith([]) }),
  'connect, linked': () => void renderApp('/connect', { answers: answersWith([shop]) }),
  profile: () => void renderApp('/profile/complete', { answers: answersWith([]) }),
  notifications: () => void renderApp('/settings/notifications', { answers: answersWith([]) }),
  'not found': () => void renderApp('/404'),
};

const parts = 'header, nav, main, aside, h1, h2, form, table, section, [type=submit], summary';

function measureBoxes(): Boxes {
  const boxes: Record<string, readonly number[]> = {};
  for (const element of document.querySelectorAll(parts)) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1) continue;
    const tag = element.tagName.toLowerCase();
    let name: string = tag;
    for (let count = 2; name in boxes; count += 1) name = `${tag} ${count}`;
    boxes[name] = [x, y, width, height].map(Math.round);
  }
  return boxes;
}

/** Names the parts that are gone, new, or elsewhere than accepted. */
function differences(actual: Boxes, expected: Boxes): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...names].flatMap((name) => {
    const [now, before] = [actual[name], expected[name]];
    const isSame = tolerancePx.every(
      (tolerance, side) => Math.abs((now?.[side] ?? NaN) - (before?.[side] ?? NaN)) <= tolerance,
    );
    return isSame ? [] : [`${name}: ${before?.join(' ') ?? 'none'} → ${now?.join(' ') ?? 'none'}`];
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const measured: Record<string, Boxes> = {};
const acceptedBoxes: Readonly<Record<string, Boxes>> = accepted;
/** From the root of the repository, where the tests run. */
const file = 'apps/web/src/app/layout/layoutBoxes.json';

/** One part a line. */
const formatBoxes = () =>
  `${JSON.stringify(measured, null, 2).replaceAll(/\[\s+([^\]]*?)\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s+/g, ' ')}]`)}\n`;
const shouldAccept = import.meta.env['VITE_ACCEPT_LAYOUT'] === '1';

it.each(Object.keys(screens).flatMap((name) => widths.map((width) => [name, width] as const)))(
  'the boxes of the screen “%s” match the accepted layout, %i px wide',
  async (name, width) => {
    await page.viewport(width, 900);
    screens[name]?.();
    await expect.poll(() => document.querySelectorAll('h1').length).toBe(1);
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    await document.fonts.ready;
    const key = `${name} ${width}`;
    if (shouldAccept) {
      measured[key] = measureBoxes();
      await commands.writeFile(file, formatBoxes());
      return;
    }
    await expect.poll(() => differences(measureBoxes(), acceptedBoxes[key] ?? {})).toEqual([]);
  },
);
