import { runCommand } from '../running/command.ts';
import { runProgram } from '../running/program.ts';

await runCommand(() => runProgram('e2e/screens.ts', process.argv.slice(2)));
