import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../running/settings.ts';
import { quietBrowserFlags } from './browser.mjs';

it('disables every feature that Playwright disables, as its list is replaced', () => {
  const playwright = readFileSync(
    join(root, 'node_modules/playwright-core/lib/coreBundle.js'),
    'utf8',
  );
  const [, list = ''] = /\bdisabledFeatures = \[(.*?)\]/s.exec(playwright) ?? [];
  const named = list.replaceAll(/^\s*\/\/.*$/gm, '').match(/(?<=")\w+(?=")/g);
  expect(named).toContain('HttpsUpgrades');
  const ours = quietBrowserFlags.find((each) => each.startsWith('--disable-features='));
  expect(ours?.split(/[=,]/)).toEqual(expect.arrayContaining(named ?? []));
});
