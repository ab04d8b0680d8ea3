import type { Team } from '@seller-connect/contract';
import { Block, Button, ConfirmDialog } from '@seller-connect/ui';
import { useState } from 'react';
import { core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { useAppSession } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const words = texts.leave;

/** The way back to the person's own team; the last owner is told why not. */
export function LeaveTeam({ team }: { readonly team: Team }) {
  const session = useAppSession();
  const [asking, setAsking] = useState(false);
  const owners = team.members.filter(({ role }) => role === 'owner');
  const isLast = owners.length === 1 && owners[0]?.you === true;
  const leave = useMutation({
    mutationFn: () => session.changeTeam(() => core().call('leaveTeam')),
    // Every tab loads the other team's data: `session.changeTeam` tells them.
    changes: [],
    onSuccess: () => window.location.assign('/'),
    onError: () => setAsking(false),
  });
  return (
    <Block
      title={words.title}
      actions={!isLast && <Button onClick={() => setAsking(true)}>{words.action}</Button>}
    >
      <p>{isLast ? words.lastOwner : words.text}</p>
      <ConfirmDialog
        open={asking}
        danger
        title={words.confirm(team.name)}
        confirmLabel={words.action}
        cancelLabel={words.stay}
        closeLabel={shared.close}
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>{words.text}</p>
        <p>{words.confirmText}</p>
      </ConfirmDialog>
    </Block>
  );
}
