import { expect, it } from 'vitest';
import { findForbiddenImports, importsOf } from './imports.ts';

const file = (path: string, ...specifiers: string[]) => ({
  path,
  text: specifiers.map((specifier) => `import '${specifier}';`).join('\n'),
});

it.each([
  ['apps/web/src/app/shell.tsx', '@seller-connect/partners'],
  ['apps/web/src/app/shell.tsx', '../../../../packages/ui/src/index.ts'],
  ['apps/web/src/app/shell.tsx', '@seller-connect/server'],
  ['apps/web/src/screens/home/home.tsx', '../connect/connect.tsx'],
  ['apps/web/src/screens/home/home.tsx', '../../app/routes.ts'],
  ['apps/web/src/session/session.ts', '../screens/home/home.tsx'],
  ['apps/web/src/i18n/vi.ts', '../app/shell.tsx'],
  ['apps/web/src/sign-in/sign-in.tsx', '../app/shell.tsx'],
  ['apps/server/src/platform/http/http.ts', '../../identity/index.ts'],
  ['apps/server/src/platform/http/http.ts', '#collector/index.ts'],
  ['apps/server/src/collector/planning/window-plan.ts', '../../reporting/facts.ts'],
  ['apps/server/src/collector/planning/window-plan.ts', '#reporting/facts.ts'],
  ['apps/server/src/collector/index.ts', '../program/work.ts'],
  ['apps/server/src/collector/planning/window-plan.ts', '@seller-connect/login'],
  ['apps/server/src/collector/planning/window-plan.test.ts', '../../../../sandbox/src/main.ts'],
  ['apps/server/src/main.ts', '../../../scripts/testing/free-ports.ts'],
  ['apps/sandbox/src/main.ts', '@seller-connect/partners'],
  ['apps/sandbox/src/main.ts', '@seller-connect/contract'],
  ['packages/login/src/index.ts', '@seller-connect/contract'],
  ['packages/ui/src/index.ts', '../../login/src/index.ts'],
  ['packages/partners/src/tiki/orders.ts', '../../reference/document.ts'],
  ['packages/embedded-postgres/src/upgrade.ts', '../../../apps/server/src/backup.ts'],
  ['e2e/src/journey.ts', '../../apps/web/src/main.tsx'],
  ['bench/src/read.ts', '../../apps/web/src/main.tsx'],
])('reports that %s imports %s', (path, specifier) => {
  expect(findForbiddenImports([file(path, specifier)])).toHaveLength(1);
});

it.each([
  ['apps/web/src/main.tsx', './app/shell.tsx'],
  ['apps/web/src/app/routing/routes.ts', '../screens/home/home.tsx'],
  ['apps/web/src/screens/home/home.tsx', './chart.tsx'],
  ['apps/web/src/screens/home/home.tsx', '../../session/session.ts'],
  ['apps/web/src/api/client/apiClient.ts', '../session/session.ts'],
  ['apps/web/src/app/shell.tsx', '@seller-connect/ui/tokens.css'],
  ['apps/server/src/main.ts', './collector/plan.ts'],
  ['apps/server/src/program/domains.ts', '../collector/plan.ts'],
  ['apps/server/src/collector/planning/window-plan.ts', '../../reporting/index.ts'],
  ['apps/server/src/collector/planning/window-plan.ts', '#platform/database.ts'],
  ['apps/server/src/partners/link.ts', '@seller-connect/partners'],
  ['apps/server/src/collector/plan.db.test.ts', '../../test/database.ts'],
  ['apps/server/src/main.http.test.ts', '../../../scripts/testing/free-ports.ts'],
  ['apps/sandbox/src/main.ts', 'fastify'],
  ['apps/web/src/i18n/all.test.ts', '../screens/home/texts.vi.ts'],
  ['bench/src/read.ts', '../../apps/server/src/platform/database/database.ts'],
])('lets %s import %s', (path, specifier) => {
  expect(findForbiddenImports([file(path, specifier)])).toEqual([]);
});

it('finds every kind of import, and ignores comments', () => {
  const text = `
    import type { A } from './a.ts';
    export * from "./b.ts";
    const c = await import('./c.ts');
    import './d.css';
    // import './no.ts';
    /* from './no.ts' */
    vi.mock('./e.ts');
  `;
  expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.css', './e.ts']);
});

it('fails without imports', () => {
  expect(() => findForbiddenImports([])).toThrow('no import');
});
