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
  const backends = new Map<Backend, { isReady: boolean }>();
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  let next = 0;

  function choose(): Backend | undefined {
    const ready = [...backends].filter(([, { isReady }]) => isReady);
    return ready[(next += 1) % Math.max(1, ready.length)]?.[0];
  }

  function serve(listener: keyof Backend): Promise<Server> {
    const server = createServer((incoming, answer) => {
      const backend = choose();
      if (backend) pass(agent, backend[listener], incoming, answer);
      else answer.writeHead(503).end('no backend is ready');
    });
    return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
  }

  async function probe(backend: Backend): Promise<boolean> {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    return fetch(`${backend.app}/readyz`, { signal }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async function probeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.all(
        [...backends].map(async ([backend, state]) => {
          state.isReady = await probe(backend);
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
    add: (backend) => void backends.set(backend, { isReady: false }),
    remove: (backend) => void backends.delete(backend),
    async untilReady(backend) {
      const end = performance.now() + 60_000;
      while (backends.get(backend)?.isReady !== true) {
        if (performance.now() > end) throw new Error('A process was not ready within a minute');
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
