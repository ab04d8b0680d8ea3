import './theme/styles.ts';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { PageConfiguration } from '@seller-connect/contract';
import { NotificationArea, notify } from '@seller-connect/ui';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { announceChange } from './api/changes.ts';
import { createClient, failureHandler, provideClients } from './api/index.ts';
import { isReload, noteArrival, whereToGoOn } from './app/afterSignIn.ts';
import { announceScreens } from './app/announce.ts';
import { ErrorBoundary, ErrorPage } from './app/ErrorPage.tsx';
import { followLinks } from './app/followLinks.ts';
import { followTabs } from './app/followTabs.ts';
import { watchForms } from './app/formInProgress.ts';
import { setPageNews } from './app/pageNews.ts';
import { receiveReferral } from './app/receiveReferral.ts';
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
  root.render(<Waiting text={texts.goingToSignIn} />);

  const configuration = readPageConfiguration();
  // Before anything else: a refer link that is not valid asks nobody to sign in.
  const here = location.pathname + location.search;
  const landing = await withoutReferral(configuration, here);
  if (landing !== here) window.history.replaceState(null, '', landing);

  const session: AppSession = createSession({
    configuration,
    language,
    onFailure: (failure) =>
      failureHandler({
        logOut: () => void session.refused(),
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

  const { returnTo: answered } = await session.login.start();
  const wanted = whereToGoOn({
    answered,
    pathname: location.pathname,
    reloaded: isReload(),
    isLoggedIn: session.login.isLoggedIn(),
  });
  if (wanted !== null) router.history.replace(await withoutReferral(configuration, wanted));
  noteArrival((listener) => router.subscribe('onBeforeNavigate', listener));
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

/** The path to show for this one, once its refer link was looked at. */
async function withoutReferral(
  { coreApi }: Pick<PageConfiguration, 'coreApi'>,
  path: string,
): Promise<string> {
  const client = createClient({ base: coreApi, language, token: () => '', onFailure: () => {} });
  const { path: next, unanswered } = await receiveReferral(path, {
    ask: (reference) => client.call('checkReferral', { params: { reference } }),
    pause: () => new Promise((done) => setTimeout(done, 1_000)),
  });
  if (unanswered) notify({ tone: 'negative', title: shared.error, text: texts.referralUnchecked });
  return next;
}

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  start(root).catch((error: unknown) => {
    console.error(error);
    root.render(<ErrorPage />);
  });
}
