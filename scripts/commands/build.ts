import { buildWeb } from '../building/web.ts';
import { runCommand } from '../running/run-command.ts';

await runCommand(async () => {
  buildWeb();
  return 0;
});
