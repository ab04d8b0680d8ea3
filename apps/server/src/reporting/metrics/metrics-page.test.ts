import { join } from 'node:path';
import { metricIds } from '@seller-connect/contract/metrics';
import { expect, it } from 'vitest';
import { metricsPage } from './metrics-page.ts';

const page = join(import.meta.dirname, '../../../../../docs/metrics.md');

it('docs/metrics.md defines every metric of the dictionary (regenerate it with `npx vitest -u`)', async () => {
  const text = metricsPage();
  for (const id of metricIds) expect(text).toContain(`| \`${id}\` |`);
  await expect(text).toMatchFileSnapshot(page);
});
