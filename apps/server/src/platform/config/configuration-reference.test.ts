import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderConfigurationReference } from './configuration-reference.ts';

const page = join(import.meta.dirname, '../../../../../docs/configuration.md');

it('docs/configuration.md lists every setting of the schema (regenerate it with `npx vitest -u`)', async () => {
  const text = renderConfigurationReference();
  for (const name of [
    'PORT',
    'IDENTITY_PORT',
    'SANDBOX_PORT',
    'DATA_DIR',
    'DATABASE_URL',
    'ROLES',
    'DEMO',
  ]) {
    expect(text).toContain(`\`${name}\``);
  }
  await expect(text).toMatchFileSnapshot(page);
});
