import type { createLogin as CreateLogin } from '../src/index.ts';
import type { Login, LoginConfig } from '../src/index.ts';
import type { HostileProvider } from './hostileProvider.ts';

const source = new URL('../src/index.ts', import.meta.url).href;

/** Another document of this origin with its own copy of the library. */
export interface Tab {
  readonly login: Login;
  readonly close: () => void;
}

interface Module {
  readonly createLogin: typeof CreateLogin;
}

/**
 * Opens a tab: a frame with shared storage, locks, database and channels, but its own realm. It does not poll, so it
 * learns of other tabs by their messages only.
 */
export async function openTab(
  provider: HostileProvider,
  config: Partial<LoginConfig> = {},
): Promise<Tab> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const realm = frame.contentWindow;
  if (!realm) throw new Error('the frame has no window');
  Reflect.set(realm, 'setInterval', () => 0);
  const load: unknown = Reflect.get(realm, 'Function');
  if (typeof load !== 'function') throw new Error('the frame has no Function');
  const { createLogin }: Module = await load(`return import(${JSON.stringify(source)})`)();
  const login = createLogin({
    ...provider.config,
    ...config,
    environment: {
      fetch: provider.fetch,
      address: () => `${location.origin}/`,
      navigate: () => undefined,
      replaceAddress: () => undefined,
      ...config.environment,
    },
  });
  await login.start();
  return {
    login,
    close() {
      login.stop();
      frame.remove();
    },
  };
}
