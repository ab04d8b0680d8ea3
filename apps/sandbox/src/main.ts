import { startSandbox } from './sandbox.ts';
import { SettingsError, readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2), process.env);
  const sandbox = await startSandbox(settings);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    sandbox.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Sandbox: stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (settings.exitWithParent) {
    process.stdin.once('close', stop);
    process.stdin.once('end', stop);
    process.stdin.resume();
  }
  process.stdout.write(
    `Sandbox ready: control ${sandbox.controlUrl} (${settings.size} world, seed ${settings.seed}), Google ${sandbox.googleUrl}, Zalo ${sandbox.zaloUrl}, Facebook ${sandbox.facebookUrl}, Shopee ${sandbox.shopeeUrl}, Tiki ${sandbox.tikiUrl}, TikTok ${sandbox.tiktokUrl}, Lazada ${sandbox.lazadaUrl}\n`,
  );
}

main().catch((error: unknown) => {
  const known = error instanceof SettingsError;
  process.stderr.write(
    `Sandbox: ${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
