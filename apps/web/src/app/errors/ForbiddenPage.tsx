import { LockIcon } from '@seller-connect/ui';
import { useRouterState } from '@tanstack/react-router';
import { sharedTexts } from '../../i18n/index.ts';
import { routes } from '../routing/routes.ts';
import { collectPermissions } from '../routing/routeTable.ts';
import { errorTexts } from './texts.ts';
import { ResultPage } from './ResultPage.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when the server refused a call: its message, and whether another team role would be allowed. */
    refused?: {
      readonly message: string | null;
      readonly reference: string | null;
      readonly isOfTeam: boolean;
    };
    /** Name of the page that was not opened. */
    wanted?: string | null;
  }
}

/** Names the refused page and, if known, the roles that may open it. */
export default function ForbiddenPage() {
  const { search, state } = useRouterState({ select: ({ location }) => location });
  const requestedPermission = new URLSearchParams(search).get('permission');
  // All permissions belong to the back office. Only known names are accepted: the address may contain any text.
  const isOfStaff = collectPermissions(routes).some(
    (permission) => permission === requestedPermission,
  );
  const { refused: denial, wanted = null } = state;
  const message = denial?.message ?? null;
  return (
    <ResultPage
      title="403"
      text={sharedTexts.permissionDenied}
      icon={<LockIcon size={24} />}
      tone="attention"
    >
      {message !== null && message !== sharedTexts.permissionDenied && <p>{message}</p>}
      {isOfStaff && <p>{errorTexts.staffOnly(wanted)}</p>}
      {denial && (
        <p>
          {denial.isOfTeam && errorTexts.whoGrants}
          {denial.isOfTeam && denial.reference !== null && <br />}
          {denial.reference !== null && sharedTexts.reference(denial.reference)}
        </p>
      )}
    </ResultPage>
  );
}
