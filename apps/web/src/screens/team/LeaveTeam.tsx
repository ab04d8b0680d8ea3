import type { Team } from '@seller-connect/contract';
import { Card, Button, ConfirmDialog } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { useSession } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const labels = texts.leave;

/** Returns the user to their own team. The last owner cannot leave and is told why. */
export function LeaveTeam({ team }: { readonly team: Team }) {
  const session = useSession();
  const [isConfirming, setConfirming] = useState(false);
  const owners = team.members.filter(({ role }) => role === 'owner');
  const isLast = owners.length === 1 && owners[0]?.you === true;
  const leave = useMutation({
    mutationFn: () => session.changeTeam(() => coreClient().call('leaveTeam')),
    // All loaded data belongs to the other team, in every tab; `session.changeTeam` notifies them.
    changes: [],
    onSuccess: () => window.location.assign('/'),
    onError: () => setConfirming(false),
  });
  return (
    <>
      <Card
        title={labels.title}
        summary={isLast ? labels.lastOwner : labels.text}
        actions={!isLast && <Button onClick={() => setConfirming(true)}>{labels.action}</Button>}
      />
      <ConfirmDialog
        open={isConfirming}
        danger
        title={labels.confirm(team.name)}
        confirmLabel={labels.action}
        cancelLabel={labels.stay}
        closeLabel={sharedTexts.close}
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={() => setConfirming(false)}
      >
        <p>{labels.text}</p>
        <p>{labels.confirmText}</p>
      </ConfirmDialog>
    </>
  );
}
