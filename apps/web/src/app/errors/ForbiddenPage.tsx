import { useRouterState } from '@tanstack/react-router';
import { sharedTexts } from '../../i18n/index.ts';
import { routes } from '../routing/routes.ts';
import { collectPermissions } from '../routing/routeTable.ts';
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
  const requestedPermission = new URLSearchParams(search).get('permission');
  // All permissions are those of the back office; a name out of the address would be anybody's words.
  const isOfStaff = collectPermissions(routes).some(
    (permission) => permission === requestedPermission,
  );
  const { refused: denial, wanted = null } = state;
  const message = denial?.message ?? null;
  return (
    <ResultPage title="403" text={sharedTexts.permissionDenied}>
      {message !== null && message !== sharedTexts.permissionDenied && <p>{message}</p>}
      {isOfStaff && <p>{texts.staffOnly(wanted)}</p>}
      {denial && (
        <p>
          {denial.isOfTeam && texts.whoGrants}
          {denial.isOfTeam && denial.reference !== null && <br />}
          {denial.reference !== null && sharedTexts.reference(denial.reference)}
        </p>
      )}
    </ResultPage>
  );
}
