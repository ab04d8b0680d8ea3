import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, Registry } from 'prom-client';
import type { Configuration } from '../config/configuration.ts';
import { equalsInConstantTime } from '../secrets.ts';
import { createApp } from '../http/http.ts';
import type { Log } from '../log.ts';
import type { Readiness } from '../process/shutdown.ts';
import { succeedsWithin } from './database-watch.ts';
import { processRegistry } from './metrics.ts';

/** A condition for readiness, which rejects while it is not met. */
interface HealthCheck {
  name: string;
  check(): Promise<unknown>;
}

export interface HealthOptions {
  checks: readonly HealthCheck[];
  /** State of the shutdown; without it the process never reports that it is stopping. */
  readiness?: Readiness;
  /** Whether only a restart would help the process. */
  isCutOff?(): boolean;
  /** Bearer token for `/metrics`; null allows requests from this machine only. */
  metricsToken?: string | null;
  /** Metrics that are shown in addition to those of the process. */
  sharedRegistry?: Registry;
}

const checkTimeoutMs = 2000;

const requestDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer, by route',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [processRegistry],
});

/**
 * Registers `/healthz` (the process is alive and does not need a restart), `/readyz` (it can serve requests) and
 * `/metrics` (Prometheus text format).
 */
export function registerHealthRoutes(app: FastifyInstance, health: HealthOptions): void {
  const { checks, readiness } = health;
  app.addHook('onResponse', async (request, reply) => {
    requestDuration.observe(
      {
        method: request.method,
        // The route's pattern, never the URL, which may contain sensitive data.
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
  });

  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async (_request, reply) =>
    health.isCutOff?.() ? reply.code(503).send({ status: 'cut off' }) : { status: 'ok' },
  );
  app.get<{ Querystring: { startup?: string } }>('/readyz', hidden, async (request, reply) => {
    const isStopping = readiness?.isStopping ?? false;
    // Who asks only for the start sends no calls, and a stop need not wait until it notices.
    if (request.query.startup === undefined) {
      // After the response is sent, because the next step may close its connection.
      reply.raw.once('finish', () => setImmediate(() => readiness?.answered(isStopping)));
    }
    if (isStopping) return reply.code(503).send({ status: 'stopping', checks: {} });
    const results = await Promise.all(
      checks.map(
        async ({ name, check }) => [name, await succeedsWithin(check, checkTimeoutMs)] as const,
      ),
    );
    const ready = results.every(([, ok]) => ok);
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results) });
  });
  registerMetricsRoute(app, health, isFromThisMachine);
}

/** @param isAllowed which callers may read the metrics while no token is configured */
function registerMetricsRoute(
  app: FastifyInstance,
  { metricsToken = null, sharedRegistry }: HealthOptions,
  isAllowed: (request: FastifyRequest) => boolean,
): void {
  const registry = sharedRegistry
    ? Registry.merge([processRegistry, sharedRegistry])
    : processRegistry;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const { authorization = '' } = request.headers;
    const mayRead =
      metricsToken === null
        ? isAllowed(request)
        : equalsInConstantTime(authorization, `Bearer ${metricsToken}`);
    if (!mayRead) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 'not allowed' });
    }
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

/**
 * Returns whether a request was made on this machine. Metrics reveal business data, and each scrape counts rows of all
 * teams. A request forwarded by a proxy comes from elsewhere.
 */
function isFromThisMachine({ raw }: FastifyRequest): boolean {
  // Raw headers, because the identity listener adds headers of its own.
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  const isForwarded = names.some((name) => /^(x-forwarded-.+|forwarded|via)$/i.test(name));
  return !isForwarded && /^(::1$|127\.|::ffff:127\.)/.test(raw.socket.remoteAddress ?? '');
}

/**
 * Starts a listener for `/metrics` only. Unless a token is configured it answers every caller: what may reach the port is
 * the operator's decision.
 */
export async function startMetricsServer(
  address: { host: string; port: number },
  log: Log,
  health: HealthOptions,
): Promise<() => Promise<void>> {
  const app = createApp(log);
  registerMetricsRoute(app, health, () => true);
  await app.listen(address);
  return () => app.close();
}

/** Starts a listener for the health routes only, for a worker that serves nothing else. */
export async function startHealthServer(
  { HOST, PORT }: Pick<Configuration, 'HOST' | 'PORT'>,
  log: Log,
  health: HealthOptions,
): Promise<() => Promise<void>> {
  const app = createApp(log);
  registerHealthRoutes(app, health);
  await app.listen({ host: HOST, port: PORT });
  return () => app.close();
}
