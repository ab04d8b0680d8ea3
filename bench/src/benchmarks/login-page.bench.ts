import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Benchmark, type BenchmarkResult } from '../harness/benchmark.ts';
import { loadPage, newPhoneContext, type PageLoad } from '../harness/page-load.ts';
import { serveFolder } from '../harness/static-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const peer = join(root, 'bench', 'baselines', 'react-admin');

/** Builds the peer's stock login page as its guide says. Installs its packages on first use. */
function buildPeer(): string {
  const built = join(peer, 'dist');
  if (!existsSync(join(peer, 'node_modules'))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: peer });
  }
  if (!existsSync(built)) {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: peer });
  }
  return built;
}

const benchmark: Benchmark = {
  async measure(run) {
    const { isShort } = run;
    const rounds = isShort ? 1 : 5;
    const ours = await serveFolder(join(root, 'apps', 'web', 'dist'), 'sign-in/login.vi.html');
    // The short form skips the peer, whose packages would have to be downloaded.
    const theirs = isShort ? ours : await serveFolder(buildPeer(), 'index.html');
    const loads: { ours: PageLoad[]; theirs: PageLoad[] } = { ours: [], theirs: [] };
    try {
      await run.withBrowser(async (browser) => {
        for (let round = 0; round < rounds; round += 1) {
          for (const [name, server] of [
            ['ours', ours],
            ['theirs', theirs],
          ] as const) {
            if (isShort && name === 'theirs') continue;
            const context = await newPhoneContext(browser);
            loads[name].push(
              await loadPage(context, `${server.origin}/`, 'input[type=password]', run),
            );
            await context.close();
          }
        }
      });
    } finally {
      ours.close();
      if (theirs !== ours) theirs.close();
    }
    const of = (list: PageLoad[], key: keyof PageLoad) => median(list.map((each) => each[key]));
    const bytes = of(loads.ours, 'scriptBytes');
    const lcp = of(loads.ours, 'lcpMs');
    const own: BenchmarkResult[] = [
      {
        name: 'login screen, JavaScript gzip',
        value: `${(bytes / 1024).toFixed(1)} KB`,
        target: '≤ 90 KB',
        reached: bytes <= 90 * 1024,
      },
      {
        name: 'login screen, LCP on slow 4G and a 4× slower processor',
        value: `${Math.round(lcp)} ms`,
        target: '≤ 900 ms',
        reached: lcp <= 900,
      },
    ];
    if (isShort) return own;
    const peerLcp = of(loads.theirs, 'lcpMs');
    const ratio = lcp / peerLcp;
    return [
      ...own,
      {
        name: 'the same, of react-admin’s stock login page',
        value: `${ratio.toFixed(2)} × of ${Math.round(peerLcp)} ms`,
        target: '≤ 0.30 ×',
        reached: ratio <= 0.3,
      },
    ];
  },
};

export default benchmark;
