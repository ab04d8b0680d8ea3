import { buildWeb } from '../building/web.ts';
import { runCommand } from '../running/command.ts';

await runCommand(async () => {
  buildWeb();
  return 0;
});
