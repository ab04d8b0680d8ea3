import { buildWeb } from '../building/web.ts';
import { runCommand } from '../running/command.ts';
import { runProduct } from '../running/product.ts';

await runCommand(async () => {
  buildWeb();
  return runProduct({ verbose: process.argv.includes('--verbose') });
});
