import { join } from 'node:path';
import { buildWeb } from '../building/web.ts';
import { openChildLog } from '../running/child-log.ts';
import { startChild } from '../running/child.ts';
import { runCommand } from '../running/run-command.ts';
import { runProduct } from '../running/run-product.ts';
import type { StartSettings } from '../running/settings.ts';

/** Builds the web application again when a source of it changes; a reload of the page shows it. */
function startWebBuild(settings: StartSettings) {
  return startChild({
    name: 'web build',
    script: 'node_modules/vite/bin/vite.js',
    args: ['build', 'apps/web', '--watch', '--logLevel', 'warn'],
    environment: settings.environment,
    log: openChildLog(join(settings.dataDir, 'logs'), 'web-build', true),
  });
}

// The server and the sandbox start again when a file of theirs changes.
await runCommand(async () => {
  buildWeb();
  const beside = (settings: StartSettings) => [startWebBuild(settings)];
  return runProduct({ nodeOptions: ['--watch'], verbose: true, companions: beside });
});
