import { join } from 'node:path';
import { buildWeb } from '../building/web.ts';
import { openChildLog } from '../running/child-log.ts';
import { startChild } from '../running/child.ts';
import { runCommand } from '../running/run-command.ts';
import { runProduct } from '../running/run-product.ts';
import type { StartSettings } from '../running/settings.ts';

/** Rebuilds the web application when a source changes. Reload the page to see the result. */
function startWebBuild(settings: StartSettings) {
  return startChild({
    name: 'web build',
    script: 'node_modules/vite/bin/vite.js',
    args: ['build', 'apps/web', '--watch', '--logLevel', 'warn'],
    environment: settings.environment,
    log: openChildLog(join(settings.dataDir, 'logs'), 'web-build', true),
  });
}

// Server and sandbox restart when one of their files changes.
await runCommand(async () => {
  buildWeb();
  const beside = (settings: StartSettings) => [startWebBuild(settings)];
  return runProduct({ nodeOptions: ['--watch'], verbose: true, companions: beside });
});
