import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from '../setup/browser.mjs';

const HOW = 'Install Google Chrome or Chromium, or set CHROME_PATH to one.';

let found: string | undefined;

/**
 * The browser for the tests; on Debian and its relatives it is installed when this user may.
 * @throws Error with one sentence when none can be had
 */
export function requireBrowser(): string {
  found ??= findBrowser() ?? installBrowser();
  return found;
}

function installBrowser(): string {
  const wanted = process.env['CHROME_PATH'];
  if (wanted) throw new Error(`CHROME_PATH is "${wanted}", and no program is there. ${HOW}`);
  const prefix = asRoot();
  if (!existsSync('/usr/bin/apt-get') || prefix === undefined) {
    throw new Error(`The tests need a browser and found none. ${HOW}`);
  }
  process.stdout.write('Installing Chromium for the tests.\n');
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
  ];
  for (const words of steps) {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...words];
    const ran = spawnSync(command, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 8 * 60_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (ran.status !== 0) {
      const said = ran.stderr?.trim().split('\n').at(-1) ?? ran.error?.message ?? '';
      throw new Error(`Chromium could not be installed (${said}). ${HOW}`);
    }
  }
  const installed = findBrowser();
  if (installed === undefined) throw new Error(`Chromium was installed but is not found. ${HOW}`);
  return installed;
}

/** The words before a command that make it root's; undefined when this user may not. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const tried = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore', timeout: 5000 });
  return tried.status === 0 ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}
