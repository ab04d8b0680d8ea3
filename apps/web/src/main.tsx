import './theme/styles.ts';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { NotificationArea, notify } from '@seller-connect/ui';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { announceChange } from './api/changes.ts';
import { failureHandler, provideClients } from './api/index.ts';
import { announceScreens } from './app/announce.ts';
import { ErrorBoundary, ErrorPage } from './app/ErrorPage.tsx';
import { followLinks } from './app/followLinks.ts';
import { followTabs } from './app/followTabs.ts';
import { watchForms } from './app/formInProgress.ts';
import { setPageNews } from './app/pageNews.ts';
import { createAppRouter } from './app/router.tsx';
import { texts } from './app/texts.ts';
import { ownEntry, watchVersion } from './app/version.ts';
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
        goTo: (path, { serverMessage, requestId }) => {
          const refused = { message: serverMessage, reference: requestId };
          void router.navigate({ to: path, state: { refused } });
        },
        notify: ({ title, description }) => notify({ tone: 'negative', title, text: description }),
        texts: shared,
      })(failure),
  });
  provideClients(session.clients);
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
    mutationCache: new MutationCache({ onSuccess: announceChange }),
  });
  const router = createAppRouter();

  const { returnTo } = await session.login.start();
  // The answer of a login arrives at the start page; the person asked for another one.
  if (returnTo !== null) router.history.replace(returnTo);
  watchForms();
  followTabs(session, queries);
  followLinks(router);
  watchVersion({ own: ownEntry(), onNew: () => setPageNews('version') });
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
