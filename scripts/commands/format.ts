import { runCommand } from '../running/run-command.ts';
import { whenToEnd } from '../running/shutdown.ts';
import { runTool } from '../testing/run-tool.ts';

await runCommand(async () => {
  const { ok } = await runTool(['oxfmt/bin/oxfmt', '.'], whenToEnd(), (text) =>
    process.stdout.write(text),
  );
  return ok ? 0 : 1;
});
