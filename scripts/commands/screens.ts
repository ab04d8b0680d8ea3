import { runCommand } from '../running/run-command.ts';
import { runProgram } from '../running/run-program.ts';

await runCommand(() => runProgram('e2e/screens.ts', process.argv.slice(2)));
