import { useRouterState } from '@tanstack/react-router';
import { shared } from '../../i18n/index.ts';
import { routes } from '../routing/routes.ts';
import { permissionsOf } from '../routing/routeTable.ts';
import { texts } from '../texts.ts';
import { ResultPage } from './ResultPage.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The server refused a call: what it said, and whether another role in the team would do. */
    refused?: {
      readonly message: string | null;
      readonly reference: string | null;
      readonly isOfTeam: boolean;
    };
    /** The name of the page that was not opened. */
    wanted?: string | null;
  }
}

/** Says which page is closed and to whom it is open, as far as that is known. */
export default function ForbiddenPage() {
  const { search, state } = useRouterState({ select: ({ location }) => location });
  const asked = new URLSearchParams(search).get('permission');
  // All permissions are those of the back office; a name out of the address would be anybody's words.
  const isOfStaff = permissionsOf(routes).some((permission) => permission === asked);
  const { refused, wanted = null } = state;
  const message = refused?.message ?? null;
  return (
    <ResultPage title="403" text={shared.permissionDenied}>
      {message !== null && message !== shared.permissionDenied && <p>{message}</p>}
      {isOfStaff && <p>{texts.staffOnly(wanted)}</p>}
      {refused && (
        <p>
          {refused.isOfTeam && texts.whoGrants}
          {refused.isOfTeam && refused.reference !== null && <br />}
          {refused.reference !== null && shared.reference(refused.reference)}
        </p>
      )}
    </ResultPage>
  );
}
