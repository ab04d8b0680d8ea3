import { runCommand } from '../running/run-command.ts';
import { runProgram } from '../running/run-program.ts';
import { readSettings } from '../running/settings.ts';

await runCommand(() =>
  runProgram('apps/server/src/backup.ts', process.argv.slice(2), readSettings(process.env)),
);
