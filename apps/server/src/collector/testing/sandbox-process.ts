import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../../../../sandbox/src/main.ts');

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

/** The sandbox in a process of its own. */
export interface SandboxProcess {
  pid: number;
  controlUrl: string;
  lazadaUrl: string;
  shopeeUrl: string;
  tikiUrl: string;
  tiktokUrl: string;
  facebookUrl: string;
  /** Returns the exact totals by day. The default platform is Lazada. */
  ledger(shop: string, platform?: string): Promise<LedgerDay[]>;
  /** Returns the exact totals of returns and payouts. The default platform is Lazada. */
  money(shop: string, platform?: string, asOf?: string): Promise<MoneyLedger>;
  /** Returns an authorization code, as the consent page would. The default platform is Lazada. */
  consent(shop: string, state: string, platform?: string): Promise<string>;
  /** Calls the control API; `path` is relative to `/_sandbox/`. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The default platform is Lazada. */
  shops(platform?: string): Promise<ListedShop[]>;
  /** Replaces all faults. */
  faults(rules: readonly object[]): Promise<void>;
  clock(change: object): Promise<void>;
  stop(): Promise<void>;
}

export async function startSandboxProcess(
  args: readonly string[] = ['--size', 'tiny'],
): Promise<SandboxProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-sandbox-'));
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      // Shares compiled code between processes.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PATH: process.env['PATH'],
      SANDBOX_PORT: '0',
      SANDBOX_DATA_DIR: dataDir,
      SANDBOX_EXIT_WITH_PARENT: '1',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = await readyLine(child);
  const [, controlUrl = ''] = /control (http:\/\/\S+)/.exec(line) ?? [];
  const [, shopeeUrl = ''] = /Shopee (http:\/\/[^\s,]+)/.exec(line) ?? [];
  const [, tikiUrl = ''] = /Tiki (http:\/\/[^\s,]+)/.exec(line) ?? [];
  const [, tiktokUrl = ''] = /TikTok (http:\/\/[^\s,]+)/.exec(line) ?? [];
  const [, facebookUrl = ''] = /Facebook (http:\/\/[^\s,]+)/.exec(line) ?? [];
  const [, lazadaUrl = ''] = /Lazada (http:\/\/\S+)/.exec(line) ?? [];

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
    pid: child.pid ?? 0,
    controlUrl,
    lazadaUrl,
    shopeeUrl,
    tikiUrl,
    tiktokUrl,
    facebookUrl,
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
    async consent(shop, state, platform = 'LAZADA') {
      const redirectUri = `http://localhost:3000/oauth/callback/${platform.toLowerCase()}`;
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
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Casts rows without validation: the sandbox's own tests check the shape of its responses. */
function listIn<Row>(answer: unknown, name: string): Row[] {
  const list: unknown = Reflect.get(Object(answer), name);
  if (!Array.isArray(list)) throw new Error(`The sandbox's answer has no ${name}`);
  return list;
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    child.once('exit', (code) => fail(new Error(`The sandbox ended with ${code}: ${text}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('Sandbox ready')) done(text);
    });
  });
}
