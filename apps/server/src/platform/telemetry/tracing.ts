import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

interface TracingOptions {
  /** Base URL of a collector that accepts OTLP over HTTP. */
  endpoint: string;
  /** Ratio of traces that are sampled, 0 to 1. */
  share: number;
  environment: string;
}

export { SpanKind } from '@opentelemetry/api';

const tracer = trace.getTracer('seller-connect');
/** Without tracing, spans cost nothing. */
let isTracing = false;

/**
 * Starts tracing of calls, fetches and statements. The SDK is loaded only here. Trace context is neither accepted from
 * callers nor propagated to partners.
 * @returns a function that flushes pending spans and stops tracing
 */
export async function startTracing(settings: TracingOptions): Promise<() => Promise<void>> {
  const [
    sdk,
    { AsyncLocalStorageContextManager },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${settings.endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'seller-connect',
      'deployment.environment.name': settings.environment,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  trace.setGlobalTracerProvider(provider);
  isTracing = true;
  return async () => {
    isTracing = false;
    await provider.shutdown();
    trace.disable();
    context.disable();
    manager.disable();
  };
}

/**
 * Runs `work` as a span of the current trace. Attributes contain names and counts, never data of users or partners.
 */
export function withSpan<T>(
  name: string,
  options: { kind?: SpanKind; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!isTracing) return work();
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Records the name of an error only, because its message may contain data of users or partners. */
function recordFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
    span.setAttribute('error.type', code);
  }
}

/** Starts a trace for each call, named by its route. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isTracing) return done();
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const span = tracer.startSpan(`${method} ${route}`, {
      kind: SpanKind.SERVER,
      root: true,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'seller_connect.request_id': request.id,
      },
    });
    // Also covers a response that is cut off.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(context.active(), span), done);
  });
}

/** Returns the fields that connect a log line with its trace. */
export function traceLogFields(): Record<string, string> {
  const span = isTracing ? trace.getActiveSpan() : undefined;
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
