import { runCommand } from '../running/run-command.ts';
import { runProgram } from '../running/run-program.ts';
import { resolveReplayPaths } from '../running/settings.ts';

// Paths in "--replay lazada:orders.csv" are relative to the caller's folder.
const args = process.argv
  .slice(2)
  .map((word, index, all) => (all[index - 1] === '--replay' ? resolveReplayPaths(word) : word))
  .map((word) =>
    word.startsWith('--replay=') ? `--replay=${resolveReplayPaths(word.slice(9))}` : word,
  );

await runCommand(() => runProgram('apps/sandbox/src/main.ts', args));
