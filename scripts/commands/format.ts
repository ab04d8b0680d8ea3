import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { runTool } from '../testing/run-tool.ts';

await runCommand(async () => {
  const { ok } = await runTool(['oxfmt/bin/oxfmt', '.'], shutdownSignal(), (text) =>
    process.stdout.write(text),
  );
  return ok ? 0 : 1;
});
