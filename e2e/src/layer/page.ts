import { createLogin } from '@seller-connect/login';
import type { LoginConfig, LoginEvents } from '@seller-connect/login';
import { bffMonitor, iframeMonitor, sessionIdMonitor } from '@seller-connect/login/monitors';
import { relayResponse } from '@seller-connect/login/relay';

/** A test's configuration of the page, passed as JSON. */
export interface PageSettings {
  readonly config: Omit<LoginConfig, 'redirectUri' | 'monitor' | 'environment' | 'token'>;
  readonly monitor?: keyof typeof monitors;
}

const monitors = { iframe: iframeMonitor, sessionId: sessionIdMonitor, bff: bffMonitor };
const eventNames = [
  'change',
  'user-loaded',
  'user-removed',
  'session-change',
  'expiring',
  'access-token-expired',
  'silent-renew-error',
  'login-failed',
] as const satisfies readonly (keyof LoginEvents)[];

/** State of the layer in a page, as returned to a test. */
export type LayerState = Awaited<ReturnType<typeof open>>['state'] extends () => infer State
  ? Awaited<State>
  : never;

declare global {
  interface Window {
    layer: ReturnType<typeof open>;
  }
}

/** Creates and starts the layer in this page, like an application. */
function open(settings: PageSettings) {
  const { monitor } = settings;
  const login = createLogin({
    ...settings.config,
    redirectUri: `${location.origin}/callback`,
    silentRedirectUri: `${location.origin}/relay`,
    ...(monitor && { monitor: monitors[monitor]() }),
  });
  const events: [name: string, detail: string][] = [];
  for (const name of eventNames) {
    login.on(name, (detail) => {
      const reported =
        detail instanceof Error ? `${detail.stack} ${JSON.stringify(detail)}` : detail;
      events.push([name, JSON.stringify(reported)]);
    });
  }
  const started = login.start();
  return {
    login,
    /** Returns the state and events of the layer after its start. */
    async state() {
      const { returnTo, ready } = await started;
      await ready;
      const { status, error } = login.session();
      const user = login.user();
      return {
        status,
        returnTo,
        error: error && { code: error.code, message: error.message, retryable: error.retryable },
        sub: user?.profile.sub ?? null,
        accessToken: user?.accessToken ?? null,
        idToken: user?.idToken ?? null,
        events,
        frames: document.querySelectorAll('iframe').length,
      };
    },
    /** Renews the tokens. Returns the error code, or null on success. */
    async renew(): Promise<string | null> {
      const failure = await login.renew().then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) return null;
      return failure instanceof Error && 'code' in failure ? String(failure.code) : 'no LoginError';
    },
  };
}

if (location.pathname === '/relay') {
  relayResponse();
} else {
  const settings: PageSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '');
  window.layer = open(settings);
}
