import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs packages on Debian and derivatives, if the user may do so.
 * @throws Error with the reason in one sentence
 */
export function installDebianPackages(packages: readonly string[]): void {
  const prefix = rootPrefix();
  if (!existsSync('/usr/bin/apt-get') || prefix === undefined) {
    throw new Error('this is no Debian, or this user may not install packages');
  }
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ];
  for (const args of steps) {
    const [command = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args];
    const ran = spawnSync(command, rest, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 8 * 60_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (ran.status !== 0) {
      throw new Error(
        ran.stderr?.trim().split('\n').at(-1) ?? ran.error?.message ?? 'apt-get failed',
      );
    }
  }
}

/** Returns the command prefix that runs a command as root, or undefined if the user may not. */
function rootPrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const attempt = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore', timeout: 5000 });
  return attempt.status === 0 ? ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive'] : undefined;
}
