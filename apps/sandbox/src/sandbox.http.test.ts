import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox } from './sandbox.ts';
import { SettingsError, readSettings } from './settings.ts';
import {
  lazadaCallback,
  isJson,
  SandboxTestClient,
  listAt,
  objectAt,
  textAt,
} from './testing/sandbox-client.ts';
import { zaloApplication } from './zalo/application.ts';

const shopId = '200164501';
const programFile = fileURLToPath(new URL('main.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Program {
  readonly child: ChildProcess;
  readonly ready: Promise<{ readonly control: string; readonly lazada: string }>;
  readonly ended: Promise<Ended>;
}

function run(args: readonly string[], environment: Readonly<Record<string, string>>): Program {
  const { NODE_COMPILE_CACHE, PATH } = process.env;
  const child = spawn(process.execPath, [programFile, ...args], {
    env: {
      NODE_COMPILE_CACHE,
      PATH,
      SANDBOX_PORT: '0',
      SANDBOX_DATA_DIR: join(folder, 'program'),
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ready = new Promise<{ control: string; lazada: string }>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      const match = /control (\S+) .*Lazada (\S+)/.exec(stdout);
      if (match?.[1] !== undefined && match[2] !== undefined) {
        resolve({ control: match[1], lazada: match[2] });
      }
    });
  });
  const ended = once(child, 'close').then(([code]) => ({
    code: typeof code === 'number' ? code : null,
    stdout,
    stderr,
  }));
  return { child, ready, ended };
}

describe('the program', () => {
  it('logs that it is ready, answers the health check and stops on SIGTERM', async () => {
    const program = run(['--size', 'tiny', '--seed', '5'], {});
    const { control, lazada } = await program.ready;
    const health: unknown = await (await fetch(`${control}/healthz`)).json();
    expect(health).toMatchObject({ status: 'ok' });
    expect(await (await fetch(control)).text()).toContain(lazada);
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  it('exits with its parent when configured so', async () => {
    const program = run(['--size=tiny'], { SANDBOX_EXIT_WITH_PARENT: '1' });
    await program.ready;
    program.child.stdin?.end();
    expect((await program.ended).code).toBe(0);
  });

  it('reports a taken port in one sentence', async () => {
    const holder = await SandboxTestClient.start();
    const { port } = new URL(holder.running.controlUrl);
    await expect(SandboxTestClient.start({ port: Number(port) })).rejects.toThrow(
      new RegExp(`^Port ${port} .* taken.*\\.$`),
    );
    await holder.running.stop();
  });

  it.each([
    ['a missing replay file', ['--replay', 'lazada:nowhere.csv'], 'there is no such file'],
    ['an unknown marketplace', ['--replay', 'ebay:x.csv'], 'unknown marketplace'],
    ['a replay without a file', ['--replay', 'x.csv'], 'must look like'],
    ['an unknown size', ['--size', 'giant'], 'unknown'],
    ['zero months', ['--months', '0'], 'not a whole number'],
    ['an invalid clock', ['--clock', 'noon'], 'not an ISO 8601 instant'],
    ['an unknown option', ['--speed'], 'Known:'],
  ])('refuses %s in one sentence', async (_case, args, message) => {
    const start = async () => startSandbox(readSettings(args, { SANDBOX_PORT: '0' }));
    const refused = await start().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SettingsError);
    expect(String(refused)).toContain(message);
    expect(String(refused).split('\n')).toHaveLength(1);
  });

  it('reports a folder to which it cannot write its state', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const ended = await run(['--size=tiny'], { SANDBOX_DATA_DIR: join(file, 'below') }).ended;
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^Sandbox: The sandbox cannot keep its state in .*\.\n$/);
  });

  it('replays a file named in the environment and reports every bad row', async () => {
    const file = join(folder, 'orders.csv');
    await writeFile(
      file,
      'order_id,created_at,status,sku,name,quantity,unit_price,currency,buyer\n' +
        '1,2024-01-01 08:00:00,completed,S,Áo,1,1000,VND,A\n' +
        '2,2024-13-01 08:00:00,completed,S,Áo,1,1000,VND,A\n',
    );
    const program = run([], { SANDBOX_REPLAY: `lazada:${file}`, SANDBOX_SIZE: 'tiny' });
    const { control } = await program.ready;
    const replays: unknown = await (await fetch(`${control}/_sandbox/replays`)).json();
    expect(replays).toMatchObject({
      items: [
        { rows: 2, accepted: 1, skipped: 1, problems: [{ line: 3 }], shops: [{ name: 'orders' }] },
      ],
    });
    program.child.kill('SIGTERM');
    expect((await program.ended).stderr).toContain('line 3 is skipped: created_at');
  });
});

describe('state', () => {
  it('survives a restart: tokens, faults, options, clock and orders', async () => {
    const dataDirectory = join(folder, 'kept');
    const first = await SandboxTestClient.start({ dataDirectory });
    const tokens = await first.link(shopId);
    const unused = await first.code(shopId);
    await first.control('clock', 'PUT', { now: '2026-03-01T00:00:00Z', frozen: true });
    await first.control('faults', 'PUT', [{ kind: 'latency', ms: 1, path: '/seller/get' }]);
    await first.control('lazada', 'PUT', { accessTokenSeconds: 60_000_000 });
    const before = await first.shops();
    // No clean stop is needed: what was confirmed is already on disk.
    const text = await readFile(join(dataDirectory, 'state.json'), 'utf8');
    await first.running.stop();
    await writeFile(join(dataDirectory, 'state.json'), text);

    const second = await SandboxTestClient.start({ dataDirectory });
    expect(textAt(await second.control('clock'), 'now')).toBe('2026-03-01T00:00:00.000Z');
    expect(listAt(await second.control('faults'), 'faults')).toMatchObject([{ kind: 'latency' }]);
    expect(objectAt(await second.control('lazada'), 'options')).toMatchObject({
      accessTokenSeconds: 60_000_000,
    });
    expect((await second.shops()).map((shop) => [shop['orders'], shop['firstOrderAt']])).toEqual(
      before.map((shop) => [shop['orders'], shop['firstOrderAt']]),
    );
    const access = textAt(tokens, 'access_token');
    expect((await second.call('/seller/get', {}, access))['code']).toBe('0');
    const renewed = await second.call('/auth/token/refresh', {
      refresh_token: textAt(tokens, 'refresh_token'),
    });
    expect(renewed['code']).toBe('0');
    // The clock was moved back in between, so the code has not expired.
    expect((await second.call('/auth/token/create', { code: unused }))['code']).toBe('0');
    await second.control('reset', 'POST');
    expect((await second.call('/seller/get', {}, access))['code']).toBe('IllegalAccessToken');
    await second.running.stop();
  });

  it('keeps the tokens of the Zalo Official Account', async () => {
    const dataDirectory = join(folder, 'zalo');
    const refresh = async (sandbox: SandboxTestClient, token: string) => {
      const { secretKey, appId } = zaloApplication;
      const form = { refresh_token: token, app_id: appId, grant_type: 'refresh_token' };
      const answer = await fetch(`${sandbox.running.zaloUrl}/v4/oa/access_token`, {
        method: 'POST',
        headers: { secret_key: secretKey },
        body: new URLSearchParams(form),
      });
      const tokens: unknown = await answer.json();
      return isJson(tokens) ? tokens : {};
    };
    const first = await SandboxTestClient.start({ dataDirectory });
    const tokens = await refresh(first, zaloApplication.refreshToken);
    const text = await readFile(join(dataDirectory, 'state.json'), 'utf8');
    await first.running.stop();
    await writeFile(join(dataDirectory, 'state.json'), text);

    const second = await SandboxTestClient.start({ dataDirectory });
    expect(await refresh(second, textAt(tokens, 'refresh_token'))).toMatchObject({
      access_token: expect.stringContaining('zalo-access'),
    });
    await second.control('reset', 'POST');
    expect(await refresh(second, zaloApplication.refreshToken)).toHaveProperty('access_token');
    await second.running.stop();
  });

  it('starts empty when its file is unreadable', async () => {
    const dataDirectory = await mkdtemp(join(folder, 'broken-'));
    await writeFile(join(dataDirectory, 'state.json'), '{"version":1,');
    const sandbox = await SandboxTestClient.start({ dataDirectory });
    expect(await sandbox.shops()).toHaveLength(17);
    await sandbox.running.stop();
  });
});

describe('the clock', () => {
  it('moves orders forward until none is open, and back', async () => {
    const sandbox = await SandboxTestClient.start({
      size: 'small',
      clockMs: Date.parse('2026-06-20T03:00:00Z'),
    });
    await sandbox.control('clock', 'PUT', { frozen: true });
    await sandbox.control('lazada', 'PUT', { accessTokenSeconds: 90 * 86_400 });
    const token = await sandbox.token(shopId);
    const open = async (status: string): Promise<readonly unknown[]> => {
      const query = {
        created_after: '2026-06-19T00:00:00+07:00',
        created_before: '2026-06-20T10:00:00+07:00',
        status,
      };
      const answer = await sandbox.call('/orders/get', query, token);
      return listAt(objectAt(answer, 'data'), 'orders').map((order) => order['order_id']);
    };
    const pending = await open('pending');
    expect(pending.length).toBeGreaterThan(5);
    expect(await open('confirmed')).toEqual([]);
    await sandbox.control('clock', 'PUT', { advanceSeconds: 3 * 86_400 });
    expect(await open('pending')).toEqual([]);
    expect((await open('shipped')).length).toBeGreaterThan(5);
    await sandbox.control('clock', 'PUT', { advanceSeconds: 30 * 86_400 });
    expect((await open('confirmed')).length).toBeGreaterThan(20);
    for (const status of ['unpaid', 'pending', 'packed', 'ready_to_ship', 'shipped', 'delivered']) {
      expect(await open(status)).toEqual([]);
    }
    await sandbox.control('clock', 'PUT', { now: '2026-06-20T03:00:00Z' });
    expect(await open('pending')).toEqual(pending);
    await sandbox.running.stop();
  });

  it.each([[{ now: 'soon' }], [{ advanceSeconds: 'x' }], [{ frozen: 1 }], [{ speed: 2 }]])(
    'refuses %j',
    async (change) => {
      const sandbox = await SandboxTestClient.start();
      expect((await sandbox.controlResponse('clock', 'PUT', change)).status).toBe(400);
      await sandbox.running.stop();
    },
  );
});

describe('consent without a browser', () => {
  it('issues a code for a registered callback only', async () => {
    const sandbox = await SandboxTestClient.start();
    const ask = (body: Record<string, string>): Promise<Response> =>
      sandbox.controlResponse('authorize', 'POST', { platform: 'lazada', shop: shopId, ...body });
    const good = await sandbox.control('authorize', 'POST', {
      platform: 'LAZADA',
      shop: shopId,
      redirectUri: lazadaCallback,
      state: 's',
    });
    expect(textAt(good, 'redirectTo')).toBe(
      `${lazadaCallback}?code=${textAt(good, 'code')}&state=s`,
    );
    expect((await ask({ redirectUri: 'https://evil.test/' })).status).toBe(400);
    expect((await ask({})).status).toBe(400);
    expect((await ask({ shop: '1', redirectUri: lazadaCallback })).status).toBe(404);
    await sandbox.running.stop();
  });
});
