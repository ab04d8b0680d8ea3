/**
 * A program that runs many sandboxes in one process, for tests: loading the code of one takes longer than most of
 * what a test asks of it. It takes its orders from the process that forked it and ends with it. Nothing is kept on disk.
 */
import { startSandbox, type RunningSandbox } from '../sandbox.ts';
import { readSettings } from '../settings.ts';

interface Order {
  /** Number of the sandbox. */
  readonly id: number;
  /** Command line and environment of the sandbox to start; absent to stop it. */
  readonly start?: {
    readonly args: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
  };
}

const running = new Map<number, RunningSandbox>();

async function obey({ id, start }: Order): Promise<object> {
  if (start === undefined) {
    await running.get(id)?.stop();
    running.delete(id);
    return {};
  }
  const settings = readSettings(start.args, { SANDBOX_PORT: '0', ...start.environment });
  const sandbox = await startSandbox({ ...settings, dataDirectory: undefined });
  running.set(id, sandbox);
  const { controlUrl, lazadaUrl, shopeeUrl, tikiUrl, tiktokUrl, facebookUrl, zaloUrl } = sandbox;
  return { controlUrl, lazadaUrl, shopeeUrl, tikiUrl, tiktokUrl, facebookUrl, zaloUrl };
}

process.on('message', (message) => {
  const order: Order = Object(message);
  obey(order).then(
    (answer) => process.send?.({ id: order.id, ...answer }),
    (error: unknown) => process.send?.({ id: order.id, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
