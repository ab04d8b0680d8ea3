import { runCommand } from '../running/run-command.ts';
import { runProgram } from '../running/run-program.ts';

await runCommand(() => runProgram('bench/soak.ts', process.argv.slice(2)));
