import { runCommand } from '../running/command.ts';
import { runProgram } from '../running/program.ts';

await runCommand(() => runProgram('bench/main.ts', process.argv.slice(2)));
