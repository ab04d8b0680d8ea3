import { buildWeb } from '../building/web.ts';
import { runCommand } from '../running/run-command.ts';
import { runProduct } from '../running/run-product.ts';

await runCommand(async () => {
  buildWeb();
  return runProduct({ verbose: process.argv.includes('--verbose') });
});
