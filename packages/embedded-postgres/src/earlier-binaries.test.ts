import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchEarlierBinaries } from './earlier-binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earlier-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Fetches the programs with a script in place of npm. @param left what is in the folder at the end */
async function fetchWith(script: string, left: string[] = []): Promise<unknown> {
  const npm = join(folder, 'npm.mjs');
  await writeFile(npm, script);
  vi.stubEnv('npm_execpath', npm);
  const cluster = join(folder, 'cluster');
  const outcome: unknown = await fetchEarlierBinaries(17, cluster, () => undefined).catch(String);
  expect(await readdir(cluster)).toEqual(left);
  return outcome;
}

it('says why npm could not fetch the programs', async () => {
  const lines = ['npm error code ENOTFOUND', 'npm error A complete log is in: /logs/1', ''];
  expect(
    await fetchWith(`process.stderr.write(${JSON.stringify(lines.join('\n'))}); process.exit(1);`),
  ).toMatch(/could not be fetched \(ENOTFOUND\): connect this machine/);
});

it('uses the programs that another process has fetched meanwhile', async () => {
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { join } from 'node:path';
    const target = join(process.cwd(), '../programs-17');
    mkdirSync(join(target, 'native/bin'), { recursive: true });
    for (const name of ['initdb', 'postgres']) writeFileSync(join(target, 'native/bin', name), '');
    writeFileSync(join(target, 'package.json'), '{ "version": "17.10.0" }');
    process.exit(1);`;
  expect(await fetchWith(script, ['programs-17'])).toMatchObject({ majorVersion: 17 });
});

it('refuses a package with another digest', async () => {
  const script = `
    import { writeFileSync } from 'node:fs';
    import { join } from 'node:path';
    const [, , , name, , target] = process.argv;
    writeFileSync(join(target, name.slice(1).replace('/', '-').replace('@', '-') + '.tgz'), 'another');`;
  expect(await fetchWith(script)).toMatch(/is not the package that it was/);
});
