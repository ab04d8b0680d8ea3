import { useRouterState } from '@tanstack/react-router';
import { shared } from '../../texts/index.ts';
import { routes } from '../routes.ts';
import { permissionsOf } from '../routeTable.ts';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the server said when it refused. */
    refused?: { readonly message: string | null; readonly reference: string | null };
  }
}

/** Says what is missing and who can grant it, as far as that is known. */
export default function ForbiddenPage() {
  const { search, state } = useRouterState({ select: ({ location }) => location });
  const asked = new URLSearchParams(search).get('permission');
  // Only what the product itself asks for: an address must not put words into its mouth.
  const missing = permissionsOf(routes).find((permission) => permission === asked);
  const { message = null, reference = null } = state.refused ?? {};
  return (
    <ResultPage title="403" text={shared.permissionDenied}>
      {message !== null && message !== shared.permissionDenied && <p>{message}</p>}
      <p>
        {missing !== undefined && (
          <>
            {texts.missingPermission(missing)}
            <br />
          </>
        )}
        {texts.whoGrants}
        {reference !== null && (
          <>
            <br />
            {shared.reference(reference)}
          </>
        )}
      </p>
    </ResultPage>
  );
}
