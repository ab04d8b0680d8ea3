import { createElement } from 'react';
import { AuthProvider, useAuth } from 'react-oidc-context';

function Page() {
  const auth = useAuth();
  return [
    createElement('button', { onClick: () => auth.signinRedirect() }),
    createElement('button', { onClick: () => auth.signinSilent() }),
    createElement('button', { onClick: () => auth.signoutRedirect() }),
  ];
}

globalThis.page = createElement(
  AuthProvider,
  {
    authority: 'https://identity.example',
    client_id: 'web',
    redirect_uri: `${location.origin}/`,
  },
  createElement(Page),
);
