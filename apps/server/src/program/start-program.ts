import type { Configuration } from '../platform/config/configuration.ts';
import type { Log } from '../platform/log.ts';
import { createShutdown, type Shutdown } from '../platform/process/shutdown.ts';
import { startTracing } from '../platform/telemetry/tracing.ts';
import { webBuildFolder } from '../web/index.ts';
import { createDomains } from './domains.ts';
import { openResources } from './resources.ts';
import { serve } from './serve.ts';
import { work } from './work.ts';

export interface Program {
  stop(): Promise<void>;
}

/**
 * Starts the configured roles in the order of their dependencies. When one fails, stops those started before.
 * @param options.buildFolder folder of the web build; defaults to the one next to the server
 * @param options.signal ends the start at the next step
 * @param options.onUnusable called when the program has to end, because a newer version has changed the database
 * @throws the reason of the signal when it is aborted before the end of the start
 */
export async function startProgram(
  configuration: Configuration,
  log: Log,
  options: {
    buildFolder?: string;
    signal?: AbortSignal;
    onUnusable?: (error: Error) => void;
  } = {},
): Promise<Program> {
  const { buildFolder = webBuildFolder, signal, onUnusable = () => undefined } = options;
  const shutdown = createShutdown(log);
  const context = { log, shutdown, buildFolder };
  try {
    await traceIfConfigured(configuration, shutdown);
    const resources = await openResources(configuration, log, shutdown, onUnusable);
    signal?.throwIfAborted();
    const domains = await createDomains(configuration, resources, context);
    signal?.throwIfAborted();
    await serve(configuration, resources, domains, context);
    signal?.throwIfAborted();
    if (configuration.roles.has('worker')) {
      await work(configuration, resources, domains, context);
    }
    return { stop: () => shutdown.run() };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function traceIfConfigured(configuration: Configuration, shutdown: Shutdown): Promise<void> {
  const endpoint = configuration.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return;
  const endTracing = await startTracing({
    endpoint,
    share: configuration.OTEL_TRACES_SAMPLER_ARG,
    environment: configuration.ENVIRONMENT,
  });
  shutdown.close(endTracing);
}
