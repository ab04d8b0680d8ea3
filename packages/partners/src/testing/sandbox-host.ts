import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface HostedSandbox {
  /** Process that it shares with the other sandboxes of this process. */
  pid: number;
  controlUrl: string;
  lazadaUrl: string;
  shopeeUrl: string;
  tikiUrl: string;
  tiktokUrl: string;
  facebookUrl: string;
  zaloUrl: string;
  stop(): Promise<void>;
}

type Answer = Omit<HostedSandbox, 'pid' | 'stop'> & { id: number; error?: string };

const program = join(import.meta.dirname, '../../../../apps/sandbox/src/testing/host.ts');

let host: ChildProcess | undefined;
let sandboxes = 0;
let inUse = 0;

/**
 * Starts a sandbox on free ports, in a process that all sandboxes of this process share and that ends with it.
 * @param args its command line
 * @param environment its environment
 * @throws Error if it cannot start, or its process ends before
 */
export async function startHostedSandbox(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<HostedSandbox> {
  const child = (host ??= startHost());
  sandboxes += 1;
  const id = sandboxes;
  const release = retain(child);
  try {
    const urls = await call(child, { id, start: { args, environment } });
    return {
      ...urls,
      pid: child.pid ?? 0,
      async stop() {
        await call(child, { id });
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function startHost(): ChildProcess {
  const { NODE_COMPILE_CACHE, PATH } = process.env;
  const child = fork(program, {
    execArgv: [],
    // With the same compile cache, the processes share compiled code.
    env: { NODE_COMPILE_CACHE, PATH },
  });
  child.setMaxListeners(0);
  child.once('exit', () => (host = undefined));
  return child;
}

/** Retains the host, and this process with it, while a sandbox is in use, and only then. */
function retain(child: ChildProcess): () => void {
  inUse += 1;
  child.ref();
  child.channel?.ref();
  return () => {
    inUse -= 1;
    if (inUse > 0) return;
    child.unref();
    child.channel?.unref();
  };
}

async function call(child: ChildProcess, order: { id: number; start?: object }): Promise<Answer> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(([code]) => {
    throw new Error(`The process of the sandboxes ended with ${code}`);
  });
  const answered = new Promise<Answer>((resolve, reject) => {
    const listener = (message: unknown) => {
      const answer: Answer = Object(message);
      if (answer.id !== order.id) return;
      child.off('message', listener);
      if (answer.error === undefined) resolve(answer);
      else reject(new Error(answer.error));
    };
    child.on('message', listener);
  });
  child.send(order);
  try {
    return await Promise.race([answered, ended]);
  } finally {
    over.abort();
  }
}
