import type { PageConfiguration } from '@seller-connect/contract';
import type { LoginConfig } from '@seller-connect/login';
import { withBackend } from '@seller-connect/login/backend';
import { bffMonitor, iframeMonitor, sessionIdMonitor } from '@seller-connect/login/monitors';
import { whenOnline } from '../api/connection.ts';
import { identityUserPrefix, storage, type Language } from '../storage.ts';

const monitors = { iframe: iframeMonitor, sessionId: sessionIdMonitor, bff: bffMonitor };

/** Returns the login configuration of this page. */
export function loginOptions(
  identity: PageConfiguration['identity'],
  language: Language,
): LoginConfig {
  const { token, silentRedirectUri } = identity;
  const options: LoginConfig = {
    clientId: identity.clientId,
    issuer: identity.issuer,
    identityAdminBase: identity.adminOrigin,
    // Registered at the provider with the trailing slash; only responses there are processed.
    redirectUri: `${window.location.origin}/`,
    scopes: identity.scopes,
    storage: { userPrefix: identityUserPrefix },
    ...(silentRedirectUri !== undefined && { silentRedirectUri }),
    // A session that the provider may still have must not sign in a user who signed out.
    silent: storage.signedOut.read() === null ? identity.silent : 'never',
    revokeCheck: identity.revokeCheck,
    fallback: true,
    extraParams: { ui_locales: language },
    ...(token && { token: { name: token.name, value: () => token.value } }),
    allowInsecure: new URL(identity.origin).protocol === 'http:',
    monitor: monitors[identity.monitor](),
    environment: {
      // Offline, the browser would replace the page by its own error page, and a logout would never arrive.
      navigate: (url) => void whenOnline().then(() => window.location.assign(url)),
    },
  };
  return identity.session === 'bff' ? withBackend(options) : options;
}
