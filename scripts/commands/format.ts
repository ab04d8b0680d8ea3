import { runCommand } from '../running/command.ts';
import { whenToEnd } from '../running/ending.ts';
import { runTool } from '../testing/tool.ts';

await runCommand(async () => {
  const { ok } = await runTool(['oxfmt/bin/oxfmt', '.'], whenToEnd(), (text) =>
    process.stdout.write(text),
  );
  return ok ? 0 : 1;
});
