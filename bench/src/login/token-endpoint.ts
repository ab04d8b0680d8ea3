import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPasswordHasher } from '../../../apps/server/src/identity/passwords/password-hasher.ts';
import { median, type BenchmarkContext, type BenchmarkResult } from '../harness/benchmark.ts';
import { withIdentity } from './identity-server.ts';
import { appOrigin, exchange, Visitor } from './login-client.ts';

const run = promisify(execFile);
const defaultSize = { rounds: 3, seconds: 3, connections: 16, hashes: 60 };
const shortSize = { rounds: 1, seconds: 0.1, connections: 2, hashes: 2 };

/** Starts a server that answers every request with the same tokens. */
async function serveFixed(json: string): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(json);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}`, close: () => void server.close() };
}

async function measureLoad(
  name: string,
  origin: string,
  size: typeof defaultSize,
): Promise<number> {
  const program = join(import.meta.dirname, 'token-load.ts');
  const values = [program, name, origin, String(size.seconds), String(size.connections)];
  return Number((await run(process.execPath, values)).stdout);
}

/** Returns the password hashes per second of this machine, with 16 in parallel. */
async function hashesPerSecond(many: number): Promise<number> {
  const passwords = createPasswordHasher();
  const stored = await passwords.hash('bốn con mèo trên mái');
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: 16 }, async (_, lane) => {
      for (let count = lane; count < many; count += 16) {
        await passwords.verify(stored, 'bốn con mèo trên mái');
      }
    }),
  );
  return many / ((performance.now() - begun) / 1000);
}

const share = (ratio: number) => `${(ratio * 100).toFixed(ratio < 0.1 ? 1 : 0)} %`;

/** Measures the provider on PostgreSQL against a bare server, and complete logins against their password hash alone. */
export function tokenEndpoint({
  isShort,
  withDatabase,
}: BenchmarkContext): Promise<BenchmarkResult[]> {
  const size = isShort ? shortSize : defaultSize;
  const load = (name: string, origin: string) => measureLoad(name, origin, size);
  return withIdentity({ appOrigin, withDatabase }, async (origin) => {
    const tokens = await exchange(origin, await new Visitor(origin).signIn());
    const bare = await serveFixed(tokens);
    const samples = { fixed: [0], refresh: [0], code: [0], login: [0], hash: [0] };
    for (const list of Object.values(samples)) list.length = 0;
    try {
      await load('refresh', origin);
      for (let round = 0; round < size.rounds; round += 1) {
        samples.fixed.push(await load('fixed', bare.origin));
        samples.refresh.push(await load('refresh', origin));
        samples.code.push(await load('code', origin));
        samples.hash.push(await hashesPerSecond(size.hashes));
        samples.login.push(await load('login', origin));
      }
    } finally {
      bare.close();
    }
    const fixed = median(samples.fixed);
    const against = (rates: number[], baseline: number[]) =>
      median(rates.map((rate, round) => rate / (baseline[round] ?? Number.NaN)));
    const refresh = against(samples.refresh, samples.fixed);
    const code = against(samples.code, samples.fixed);
    const login = against(samples.login, samples.hash);
    return [
      {
        name: `token endpoint, renewals with rotation on PostgreSQL, against a bare server’s ${Math.round(fixed)}/s`,
        value: `${share(refresh)} (${Math.round(median(samples.refresh))}/s)`,
        target: '≥ 2 %',
        reached: refresh >= 0.02,
      },
      {
        name: 'the same, exchanges of codes',
        value: `${share(code)} (${Math.round(median(samples.code))}/s)`,
        target: '≥ 1.5 %',
        reached: code >= 0.015,
      },
      {
        name: `complete logins, against the ${Math.round(median(samples.hash))}/s that their password hash alone allows`,
        value: `${share(login)} (${median(samples.login).toFixed(0)}/s)`,
        target: '≥ 50 %',
        reached: login >= 0.5,
      },
    ];
  });
}
