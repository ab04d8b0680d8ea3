import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';

export interface TracingOptions {
  /** Base address of a collector that speaks OTLP over HTTP. */
  endpoint: string;
  /** Share of all beginnings that are followed, 0 to 1. */
  share: number;
  environment: string;
}

export { SpanKind } from '@opentelemetry/api';

const tracer = trace.getTracer('seller-connect');
/** Where nothing is followed, nothing is spent on it. */
let isTracing = false;

/**
 * Follows what calls, readings and statements do, and sends it where the settings say. The SDK is loaded only for this.
 * Nothing is taken over from callers, and nothing is told to partners: a trace begins and ends with us.
 * @returns ends it, and sends what was not sent yet
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
 * Does the work as one span of the trace that it belongs to. Attributes hold names and counts, never what a person or
 * a partner sent.
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

/** The name of an error only: its message may hold what somebody sent. */
function recordFailure(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
    span.setAttribute('error.type', code);
  }
}

/** Begins a trace with each call, named by its route. */
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
    // An answer that is cut off ends as well.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(context.active(), span), done);
  });
}

/** What a line of the log is found by in the traces. */
export function traceLogFields(): Record<string, string> {
  const span = isTracing ? trace.getActiveSpan() : undefined;
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}
