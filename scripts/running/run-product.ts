import { join } from 'node:path';
import { explain, SetupFailure } from '../setup/setup-failure.mjs';
import { openChildLog } from './child-log.ts';
import { startChild, type Child } from './child.ts';
import { demoGuide } from './demo-guide.ts';
import { shutdownSignal } from './shutdown.ts';
import { requireFreePorts, sandboxPorts, type RequiredPort } from './ports.ts';
import { waitUntilReady } from './ready.ts';
import { openRunRecord } from './run-record.ts';
import { readSettings, type StartSettings } from './settings.ts';

/**
 * Runs the product in the foreground until a shutdown is requested.
 * @param options.nodeOptions for the server and the sandbox
 * @param options.companions starts further programs once the product is ready
 * @returns the exit code
 */
export async function runProduct(options: {
  nodeOptions?: string[];
  verbose: boolean;
  companions?: (settings: StartSettings) => Child[];
}): Promise<number> {
  const shutdown = shutdownSignal();
  const settings = readSettings(process.env);
  const record = await prepareRun(settings, shutdown);
  if (!record) return 0;
  const children: Child[] = [];
  const launch = (name: string, script: string) => {
    const log = openChildLog(join(settings.dataDir, 'logs'), name, options.verbose);
    const { nodeOptions = [] } = options;
    const child = startChild({ name, script, nodeOptions, environment: settings.environment, log });
    children.push(child);
    return child;
  };
  try {
    const readiness: Promise<boolean>[] = [];
    if (settings.sandbox) {
      const sandbox = launch('sandbox', 'apps/sandbox/src/main.ts');
      readiness.push(
        waitUntilReady(sandbox, `http://${settings.host}:${settings.sandboxPort}/`, shutdown),
      );
    }
    const server = launch('server', 'apps/server/src/main.ts');
    const answering = readyAddress(settings);
    if (answering !== undefined) readiness.push(waitUntilReady(server, answering, shutdown));

    const failed = Promise.race(children.map((child) => child.ended.then(() => child)));
    const ready = await Promise.race([Promise.all(readiness), failed.then(() => [false])]);
    if (ready.every(Boolean)) {
      process.stdout.write(`${[readyLine(settings), ...demoGuide(settings)].join('\n')}\n`);
      for (const { log } of children) log.becomeQuiet();
      children.push(...(options.companions?.(settings) ?? []));
      await Promise.race([aborted(shutdown), failed]);
    }
    return exitCode(children, shutdown, ready.every(Boolean));
  } finally {
    await stopAll(children);
    await Promise.all(children.map(({ log }) => log.close()));
    record.close();
  }
}

/** Returns the URL that responds when the server is ready, or undefined if its roles have no listener. */
function readyAddress({ host, port, identityPort, roles }: StartSettings): string | undefined {
  if (roles.has('web') || roles.has('api')) return `http://${host}:${port}/readyz?startup`;
  if (roles.has('identity'))
    return `http://${host}:${identityPort}/.well-known/openid-configuration`;
  return undefined;
}

function readyLine({ port, roles }: StartSettings): string {
  if (roles.has('web')) return `Seller Connect is ready at http://localhost:${port}`;
  return `Seller Connect runs in the roles ${[...roles].join(', ')}`;
}

/**
 * Waits for the ports of an earlier run, and records this one. Returns null if a shutdown is requested meanwhile.
 * @throws SetupFailure if a port is taken or the data folder cannot be used
 */
async function prepareRun(settings: StartSettings, shutdown: AbortSignal) {
  try {
    const record = openRunRecord(settings.dataDir);
    const free = requireFreePorts(requiredPorts(settings), record.previousRunWaitMs);
    await Promise.race([free, aborted(shutdown)]);
    if (shutdown.aborted) return null;
    record.write();
    return record;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof SetupFailure) throw error;
    throw new SetupFailure(
      explain(text, settings.dataDir) ??
        `The data folder ${settings.dataDir} cannot be used: ${text}`,
    );
  }
}

function requiredPorts(settings: StartSettings): RequiredPort[] {
  const { port, identityPort, sandboxPort, metricsPort, roles } = settings;
  const ports: RequiredPort[] = [];
  if (roles.has('web') || roles.has('api')) {
    ports.push({ port, setting: 'PORT', what: 'the application', example: port + 10 });
  }
  // Both may share one origin and hence one port.
  if (roles.has('identity') && !ports.some((each) => each.port === identityPort)) {
    const what = 'the identity provider';
    ports.push({ port: identityPort, setting: 'IDENTITY_PORT', what, example: identityPort + 10 });
  }
  if (metricsPort !== undefined) {
    const metrics = { setting: 'METRICS_PORT', what: 'the metrics', example: metricsPort + 1 };
    ports.push({ ...metrics, port: metricsPort });
  }
  if (settings.sandbox) ports.push(...sandboxPorts(sandboxPort));
  return ports;
}

/** Returns the exit code. Prints a sentence if a program exited unexpectedly. */
function exitCode(children: Child[], shutdown: AbortSignal, wasReady: boolean): number {
  if (shutdown.aborted) return 0;
  const ended = children.find((child) => child.code !== undefined);
  if (ended && wasReady) {
    process.stderr.write(`The ${ended.name} ended unexpectedly (exit code ${ended.code}).\n`);
  } else if (ended && !ended.log.hasSpoken()) {
    process.stderr.write(
      `The ${ended.name} ended before it was ready (exit code ${ended.code}); its last words are in ${ended.log.path}.\n`,
    );
  }
  return ended?.code || 1;
}

/** Stops the children in reverse order: the server first, because it may still call the sandbox. */
async function stopAll(children: Child[]): Promise<void> {
  for (const child of children.toReversed()) await child.stop();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
