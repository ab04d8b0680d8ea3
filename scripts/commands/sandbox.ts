import { runCommand } from '../running/run-command.ts';
import { runProgram } from '../running/run-program.ts';
import { resolveReplayPaths } from '../running/settings.ts';

// Paths in "--replay lazada:orders.csv" are relative to the caller's folder.
const args = process.argv
  .slice(2)
  .map((each, index, all) => (all[index - 1] === '--replay' ? resolveReplayPaths(each) : each))
  .map((each) =>
    each.startsWith('--replay=') ? `--replay=${resolveReplayPaths(each.slice(9))}` : each,
  );

await runCommand(() => runProgram('apps/sandbox/src/main.ts', args));
