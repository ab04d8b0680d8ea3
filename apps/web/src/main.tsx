import './theme/styles.ts';
import './theme/firstLoad.css';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ClientErrorKind } from '@seller-connect/contract';
import { Toaster, showToast } from '@seller-connect/ui';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { coreClient, setClients } from './api/index.ts';
import { isOffline } from './api/connection.ts';
import { responseCheck } from './api/client/responseCheck.ts';
import { storeDeviceCopy, openDeviceCopy } from './api/queries/deviceCopy.ts';
import {
  isReload,
  clearReturnToOnNavigation,
  resolvePostLoginPath,
} from './app/auth/postLoginPath.ts';
import { EnvironmentContext, markedEnvironment } from './app/layout/EnvironmentMark.tsx';
import { ErrorPage } from './app/errors/ErrorPage.tsx';
import { interceptLinks } from './app/routing/interceptLinks.ts';
import { watchInstallOffer } from './loading/installOffer.ts';
import { syncTabs } from './app/lifecycle/tabSync.ts';
import { takeHomeResponses } from './app/lifecycle/homeResponses.ts';
import { trackDirtyForms } from './app/lifecycle/formsInProgress.ts';
import { createApiErrorHandler } from './app/errors/apiErrorHandler.ts';
import { matchRoute } from './app/routing/matchedRoute.ts';
import { consumeReferral } from './app/auth/consumeReferral.ts';
import { announceRoutes, createAppRouter } from './app/routing/router.tsx';
import { texts } from './app/texts.ts';
import type { reportClientError } from './app/errors/errorReport.ts';
import { currentEntry } from './app/lifecycle/currentEntry.ts';
import { LoadingPage } from './app/layout/LoadingPage.tsx';
import { ErrorBoundary } from './loading/ErrorBoundary.tsx';
import { readPageConfiguration } from './pageConfiguration.ts';
import { createSession, SessionContext, type AppSession } from './session/index.ts';
import { language, sharedTexts } from './i18n/index.ts';
import { syncTheme } from './theme/index.ts';

/** Reports an error to the operator; does nothing before the configuration is known. */
let reportError: (
  error: unknown,
  kind: ClientErrorKind,
  componentStack: string | undefined,
) => void = () => {};

/** A start that is done by then shows no other page first. Milliseconds. */
const loadingPageDelayMs = 400;

// Configuration, language, session, router: each needs the previous one.

async function start(show: (page: ReactNode) => void): Promise<void> {
  document.documentElement.lang = language;
  syncTheme();
  const configuration = readPageConfiguration();
  const router = createAppRouter();
  reportError = (error, kind, componentStack) => {
    const context = {
      kind,
      componentStack,
      route: matchRoute(router, location.pathname)?.chain.at(-1)?.path ?? null,
      entry: currentEntry(),
      origin: location.origin,
    };
    void loadAndReport(configuration.coreApi, error, context);
  };
  const session: AppSession = createSession({
    configuration,
    language,
    onFailure: createApiErrorHandler(router, () => session.refused()),
    onAlreadyLoggedOut: () =>
      showToast({ tone: 'negative', title: sharedTexts.error, text: sharedTexts.alreadyLoggedOut }),
  });
  setClients(session.clients);
  // Before the login, because an invalid refer link must not lead to a sign-in.
  const requestedPath = location.pathname + location.search + location.hash;
  const landingPath = await withoutReferral(requestedPath);
  if (landingPath !== requestedPath) window.history.replaceState(null, '', landingPath);
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 30_000 } },
  });

  responseCheck.discard = () =>
    import('./app/lifecycle/invalidResponses.ts').then(
      ({ default: discard }) => discard(queryClient),
      () => false,
    );

  const { returnTo } = await session.login.start();
  const nextPath = resolvePostLoginPath({
    loginReturnTo: returnTo,
    pathname: location.pathname,
    reloaded: isReload(),
    isLoggedIn: session.login.isLoggedIn(),
  });
  if (nextPath !== null) router.history.replace(await withoutReferral(nextPath));
  const sub = session.login.user()?.profile.sub;
  if (sub !== undefined) {
    const owner = { sub, build: currentEntry() };
    // Parameters may continue a setup, which a copy from before would lead astray.
    openDeviceCopy(owner, location.pathname === '/' && location.search === '');
    storeDeviceCopy(queryClient, owner);
  }
  clearReturnToOnNavigation((listener) => router.subscribe('onBeforeNavigate', listener));
  trackDirtyForms();
  watchInstallOffer();
  syncTabs(session, queryClient);
  interceptLinks(router);
  announceRoutes(router);
  // A page that starts without a network has no event that says so.
  onlineManager.setOnline(!isOffline());
  const isHome = session.login.isLoggedIn() && router.history.location.pathname === '/';
  // The first render then has the screen, and on Home its data.
  await Promise.all([router.load(), isHome && takeHomeResponses(queryClient)]);
  show(
    <StrictMode>
      <ErrorBoundary fallback={(failure) => <ErrorPage {...failure} />}>
        <SessionContext value={session}>
          <QueryClientProvider client={queryClient}>
            <EnvironmentContext value={markedEnvironment(configuration)}>
              <RouterProvider router={router} />
            </EnvironmentContext>
            <Toaster label={texts.notifications} closeLabel={sharedTexts.close} />
          </QueryClientProvider>
        </SessionContext>
      </ErrorBoundary>
    </StrictMode>,
  );
  whenIdle(function startLater() {
    import('./app/lifecycle/background.ts').then(
      ({ startBackground }) => startBackground(queryClient, configuration.coreApi),
      () => setTimeout(startLater, retryDelayMs),
    );
  });
}

async function loadAndReport(...report: Parameters<typeof reportClientError>): Promise<void> {
  const reporter = await import('./app/errors/errorReport.ts').catch(() => null);
  reporter?.reportClientError(...report);
}

/** Delay before the background is loaded again after a failure, in milliseconds. */
const retryDelayMs = 30_000;

/** Milliseconds after which a page counts as idle although it is busy. */
const maxBusyMs = 5_000;

function whenIdle(task: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: maxBusyMs });
  else setTimeout(task, maxBusyMs);
}

/** Processes the refer link in a path and returns the path to show. */
function withoutReferral(path: string): Promise<string> {
  return consumeReferral(path, {
    checkReferral: (reference) =>
      coreClient().call('checkReferral', {
        params: { reference },
        token: '',
        // Spec 8: an invalid link has its own screen.
        handleErrorLocally: [400, 404],
      }),
    waitBeforeRetry: () => new Promise((done) => setTimeout(done, 1_000)),
  });
}

const element = document.getElementById('root');
if (element) {
  const reportAs =
    (kind: ClientErrorKind) => (error: unknown, info?: { componentStack?: string | undefined }) => {
      console.error(error);
      reportError(error, kind, info?.componentStack);
    };
  const root = createRoot(element, {
    onCaughtError: reportAs('caught'),
    onUncaughtError: reportAs('uncaught'),
  });
  const loadingPage = setTimeout(
    () => root.render(<LoadingPage text={texts.goingToSignIn} />),
    loadingPageDelayMs,
  );
  const show = (page: ReactNode) => {
    clearTimeout(loadingPage);
    root.render(page);
  };
  start(show).catch((error: unknown) => {
    reportAs('startup')(error);
    show(<ErrorPage />);
  });
}
