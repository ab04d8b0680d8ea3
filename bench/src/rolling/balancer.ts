import {
  Agent,
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const probeIntervalMs = 200;
const probeTimeoutMs = 2000;
/** Probes without an answer after which a backend gets no calls. One that answers 503 gets none at once. */
const maxUnanswered = 3;
const maxQueueMs = 10_000;
/** A busy machine takes long to start a program. */
const maxStartMs = 180_000;

/** A process behind the balancer. Its two listeners share one readiness. */
export interface Backend {
  app: string;
  identity: string;
}

/** What a deployment has in front of its processes: probes `/readyz`, keeps connections open, repeats no call. */
export interface Balancer {
  /** Origin of the application. */
  app: string;
  /** Origin of the identity provider. */
  identity: string;
  add(backend: Backend): void;
  remove(backend: Backend): void;
  /** Resolves once the balancer sends calls to the backend. */
  untilReady(backend: Backend): Promise<void>;
  stop(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const backends = new Map<Backend, { isReady: boolean; unanswered: number }>();
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  let next = 0;

  function choose(): Backend | undefined {
    const ready = [...backends].filter(([, { isReady }]) => isReady);
    return ready[(next += 1) % Math.max(1, ready.length)]?.[0];
  }

  /** Calls wait for a backend: a busy machine answers a probe late. */
  async function chooseWithin(ms: number): Promise<Backend | undefined> {
    const end = performance.now() + ms;
    for (;;) {
      const backend = choose();
      if (backend || performance.now() > end) return backend;
      await delay(50);
    }
  }

  function serve(listener: keyof Backend): Promise<Server> {
    // A caller, not the balancer, closes an idle connection: otherwise a call may meet the end of its connection.
    const server = createServer({ keepAliveTimeout: maxStartMs }, (incoming, answer) => {
      void chooseWithin(maxQueueMs).then((backend) => {
        if (backend) pass(agent, backend[listener], incoming, answer);
        else answer.writeHead(503).end('no backend is ready');
      });
    });
    return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
  }

  /** Returns the status, or null without an answer. */
  async function probe(backend: Backend): Promise<number | null> {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    return fetch(`${backend.app}/readyz`, { signal }).then(
      ({ status }) => status,
      () => null,
    );
  }

  async function probeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.all(
        [...backends].map(async ([backend, state]) => {
          const status = await probe(backend);
          state.unanswered = status === null ? state.unanswered + 1 : 0;
          if (status !== null) state.isReady = status === 200;
          else if (state.unanswered >= maxUnanswered) state.isReady = false;
        }),
      );
      await delay(probeIntervalMs);
    }
  }

  const servers = [await serve('app'), await serve('identity')];
  const [app = '', identity = ''] = servers.map(originOf);
  const probing = probeAll();
  return {
    app,
    identity,
    add: (backend) => void backends.set(backend, { isReady: false, unanswered: 0 }),
    remove: (backend) => void backends.delete(backend),
    async untilReady(backend) {
      const end = performance.now() + maxStartMs;
      while (backends.get(backend)?.isReady !== true) {
        if (performance.now() > end) throw new Error('A process was not ready in time');
        await delay(20);
      }
    },
    async stop() {
      stopping.abort();
      await probing;
      agent.destroy();
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

function pass(agent: Agent, origin: string, incoming: IncomingMessage, answer: ServerResponse) {
  const outgoing = forward(
    new URL(incoming.url ?? '/', origin),
    {
      agent,
      method: incoming.method,
      headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1' },
    },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    },
  );
  outgoing.on('error', (error) => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end(error.message);
  });
  incoming.pipe(outgoing);
}

function originOf(server: Server): string {
  // A listening TCP server has an address with a port.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  return `http://localhost:${port}`;
}
