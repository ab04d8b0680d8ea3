import type { ApiFailure } from './failure.ts';

/** What the application does about a failed call; handed in, because `api` knows no screen. */
export interface FailureActions {
  readonly logOut: () => void;
  readonly goTo: (path: '/403', failure: ApiFailure) => void;
  readonly notify: (notification: { title: string; description: string }) => void;
  readonly texts: { readonly error: string; readonly somethingWentWrong: string };
}

/** Spec 8: 401 logs out, 403 leads to /403, everything else is told in the server's words. */
export function failureHandler(actions: FailureActions): (failure: ApiFailure) => void {
  return (failure) => {
    if (failure.status === 401) actions.logOut();
    else if (failure.status === 403) actions.goTo('/403', failure);
    else {
      actions.notify({
        title: actions.texts.error,
        description: failure.serverMessage ?? actions.texts.somethingWentWrong,
      });
    }
  };
}
