import './theme/styles.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ClientErrorKind } from '@seller-connect/contract';
import { NotificationArea, notify } from '@seller-connect/ui';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { core, provideClients } from './api/index.ts';
import { sendClientError } from './api/client/sendClientError.ts';
import { isReload, noteArrival, whereToGoOn } from './app/auth/postLoginPath.ts';
import { announceScreens } from './app/routing/announceRoutes.ts';
import { EnvironmentContext, markedEnvironment } from './app/layout/environment.ts';
import { ErrorPage } from './app/errors/ErrorPage.tsx';
import { createErrorReporter } from './app/errors/errorReport.ts';
import { followLinks } from './app/routing/interceptLinks.ts';
import { followTabs } from './app/lifecycle/tabSync.ts';
import { watchForms } from './app/lifecycle/formsInProgress.ts';
import { handleFailures } from './app/errors/apiErrorHandler.ts';
import { matchRoute } from './app/routing/matchedRoute.ts';
import { setPageNews } from './app/lifecycle/reloadReason.ts';
import { receiveReferral } from './app/auth/consumeReferral.ts';
import { createAppRouter } from './app/routing/router.tsx';
import { texts } from './app/texts.ts';
import { ownEntry, watchVersion } from './app/lifecycle/versionPoll.ts';
import { Waiting } from './app/layout/LoadingPage.tsx';
import { ErrorBoundary } from './loading/ErrorBoundary.tsx';
import { readPageConfiguration } from './pageConfiguration.ts';
import { createSession, SessionContext, type AppSession } from './session/index.ts';
import { language, shared } from './i18n/index.ts';
import { followTheme, showTheme } from './theme/index.ts';

/** Tells the operator of an error; nothing before it is known where to. */
let reportError: (
  error: unknown,
  kind: ClientErrorKind,
  componentStack?: string,
) => void = () => {};

// Configuration, then language, then session, then router: each needs the one before.

async function start(root: Root): Promise<void> {
  document.documentElement.lang = language;
  showTheme();
  followTheme();
  root.render(<Waiting text={texts.goingToSignIn} />);

  const configuration = readPageConfiguration();
  const router = createAppRouter();
  const report = createErrorReporter((each) => sendClientError(configuration.coreApi, each));
  reportError = (error, kind, componentStack) =>
    report(error, {
      kind,
      componentStack,
      route: matchRoute(router, location.pathname)?.chain.at(-1)?.path ?? null,
      entry: ownEntry(),
      origin: location.origin,
    });
  const session: AppSession = createSession({
    configuration,
    language,
    onFailure: handleFailures(router, () => session.refused()),
    onAlreadyLoggedOut: () =>
      notify({ tone: 'negative', title: shared.error, text: shared.alreadyLoggedOut }),
  });
  provideClients(session.clients);
  // Before the login: a refer link that is not valid asks nobody to sign in.
  const here = location.pathname + location.search;
  const landing = await withoutReferral(here);
  if (landing !== here) window.history.replaceState(null, '', landing);
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
  });

  const { returnTo: answered } = await session.login.start();
  const wanted = whereToGoOn({
    answered,
    pathname: location.pathname,
    reloaded: isReload(),
    isLoggedIn: session.login.isLoggedIn(),
  });
  if (wanted !== null) router.history.replace(await withoutReferral(wanted));
  noteArrival((listener) => router.subscribe('onBeforeNavigate', listener));
  watchForms();
  followTabs(session, queries);
  followLinks(router);
  watchVersion({ own: ownEntry(), onNew: () => setPageNews('version') });
  announceScreens(router);
  root.render(
    <StrictMode>
      <ErrorBoundary fallback={(failure) => <ErrorPage {...failure} />}>
        <SessionContext value={session}>
          <QueryClientProvider client={queries}>
            <EnvironmentContext value={markedEnvironment(configuration)}>
              <RouterProvider router={router} />
            </EnvironmentContext>
            <NotificationArea label={texts.notifications} closeLabel={shared.close} />
          </QueryClientProvider>
        </SessionContext>
      </ErrorBoundary>
    </StrictMode>,
  );
}

/** The path to show for this one, once its refer link was looked at. */
function withoutReferral(path: string): Promise<string> {
  return receiveReferral(path, {
    ask: (reference) =>
      core().call('checkReferral', {
        params: { reference },
        token: '',
        // Spec 8: an invalid link has a screen of its own.
        handleErrorLocally: [400, 404],
      }),
    pause: () => new Promise((done) => setTimeout(done, 1_000)),
  });
}

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element, {
    onCaughtError(error, { componentStack }) {
      console.error(error);
      reportError(error, 'caught', componentStack);
    },
    onUncaughtError(error, { componentStack }) {
      console.error(error);
      reportError(error, 'uncaught', componentStack);
    },
  });
  start(root).catch((error: unknown) => {
    console.error(error);
    reportError(error, 'startup');
    root.render(<ErrorPage />);
  });
}
