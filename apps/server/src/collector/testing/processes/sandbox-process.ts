import { startHostedSandbox, type HostedSandbox } from '@seller-connect/partners/testing';

export interface LedgerDay {
  date: string;
  orders: number;
  placedOrders: number;
  validOrders: number;
  cancelledOrders: number;
  units: number;
  gmv: string;
  cancelledValue: string;
  failedValue: string;
  returnedValue: string;
  nmv: string;
  netSales: string;
}

export interface MoneyLedger {
  payout: string;
  pending: string;
  kinds: Record<string, string>;
  orders: { number: string; payout: string }[];
  returns: Record<string, number>;
  estimates: { number: string; amount: string }[];
}

interface ListedShop {
  /** Number of orders up to the sandbox's clock. */
  orders: number;
  platform: string;
  externalShopId: string;
  name: string;
  replayOf: string | null;
}

/** A sandbox in another process. */
export interface SandboxProcess extends HostedSandbox {
  /** Returns the exact totals by day. The default platform is Lazada. */
  ledger(shop: string, platform?: string): Promise<LedgerDay[]>;
  /** Returns the exact totals of returns and payouts. The default platform is Lazada. */
  money(shop: string, platform?: string, asOf?: string): Promise<MoneyLedger>;
  /** Returns an authorization code, as the consent page would. The default platform is Lazada. */
  consent(shop: string, state: string, platform?: string, appOrigin?: string): Promise<string>;
  /** Calls the control API; `path` is relative to `/_sandbox/`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The default platform is Lazada. */
  shops(platform?: string): Promise<ListedShop[]>;
  /** Replaces all faults. */
  faults(rules: readonly object[]): Promise<void>;
  clock(change: object): Promise<void>;
}

export async function startSandboxProcess(
  args: readonly string[] = ['--size', 'tiny'],
): Promise<SandboxProcess> {
  const sandbox = await startHostedSandbox(args, {});
  const { controlUrl } = sandbox;

  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${controlUrl}/_sandbox/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}`);
    return response.json();
  }

  return {
    ...sandbox,
    control: call,
    async ledger(shop, platform = 'LAZADA') {
      const answer = await call('GET', `ledger?platform=${platform}&shop=${shop}`);
      return listIn<LedgerDay>(answer, 'days');
    },
    async money(shop, platform = 'LAZADA', asOf) {
      const query = new URLSearchParams({ platform, shop, by: 'order' });
      if (asOf !== undefined) query.set('as_of', asOf);
      const answer = await call('GET', `money?${query.toString()}`);
      const ledger: MoneyLedger = Object(answer);
      return ledger;
    },
    async consent(shop, state, platform = 'LAZADA', appOrigin = 'http://localhost:3000') {
      const redirectUri = `${appOrigin}/oauth/callback/${platform.toLowerCase()}`;
      const body = { platform, shop, redirectUri, state };
      const answer = await call('POST', 'authorize', body);
      const code: unknown = Reflect.get(Object(answer), 'code');
      if (typeof code !== 'string') throw new Error('The sandbox gave no code');
      return code;
    },
    shops: async (platform = 'LAZADA') => {
      const all = listIn<ListedShop>(await call('GET', 'shops'), 'items');
      return all.filter((shop) => shop.platform === platform);
    },
    faults: async (rules) => void (await call('PUT', 'faults', rules)),
    clock: async (change) => void (await call('PUT', 'clock', change)),
  };
}

/** Casts rows without validation: the sandbox's own tests check the shape of its responses. */
function listIn<Row>(answer: unknown, name: string): Row[] {
  const list: unknown = Reflect.get(Object(answer), name);
  if (!Array.isArray(list)) throw new Error(`The sandbox's answer has no ${name}`);
  return list;
}
