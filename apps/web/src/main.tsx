import './theme/styles.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { NotificationArea, notify } from '@seller-connect/ui';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { failureHandler, provideClients } from './api/index.ts';
import { announceScreens } from './app/announce.ts';
import { ErrorBoundary, ErrorPage } from './app/ErrorPage.tsx';
import { followLinks } from './app/followLinks.ts';
import { createAppRouter } from './app/router.tsx';
import { texts } from './app/texts.ts';
import { Waiting } from './app/Waiting.tsx';
import { readPageConfiguration } from './page-configuration.ts';
import { createSession, SessionContext, type AppSession } from './session/index.ts';
import { language, shared } from './texts/index.ts';
import { followTheme, showTheme } from './theme/index.ts';

// Configuration, then language, then session, then router: each needs the one before.

async function start(root: Root): Promise<void> {
  document.documentElement.lang = language;
  showTheme();
  followTheme();
  root.render(<Waiting />);

  const session: AppSession = createSession({
    configuration: readPageConfiguration(),
    language,
    onFailure: (failure) =>
      failureHandler({
        logOut: () => void session.signOut(),
        goTo: (path) => void router.navigate({ to: path }),
        notify: ({ title, description }) => notify({ tone: 'negative', title, text: description }),
        texts: shared,
      })(failure),
  });
  provideClients(session.clients);
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
  });
  session.login.on('user-removed', () => queries.clear());
  const router = createAppRouter();

  const { returnTo } = await session.login.start();
  // The answer of a login arrives at the start page; the person asked for another one.
  if (returnTo !== null) router.history.replace(returnTo);
  followLinks(router);
  announceScreens(router);
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <SessionContext value={session}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
            <NotificationArea label={texts.notifications} closeLabel={shared.close} />
          </QueryClientProvider>
        </SessionContext>
      </ErrorBoundary>
    </StrictMode>,
  );
}

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  start(root).catch((error: unknown) => {
    console.error(error);
    root.render(<ErrorPage />);
  });
}
