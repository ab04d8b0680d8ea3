import {
  Banner,
  Card,
  PageHeader,
  Page,
  Button,
  ConfirmDialog,
  showToast,
  Consequences,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Team } from '@seller-connect/contract';
import { useState } from 'react';
import { teamQuery } from '../../api/queries/sharedQueries.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { CardPlaceholder } from '../../lists/CardPlaceholder.tsx';
import { Invitations } from './Invitations.tsx';
import { Members } from './Members.tsx';
import styles from './team.module.css';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';
import { coreClient, ApiError } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { useSession } from '../../session/index.ts';
import { reportQueryNames, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { formErrorMessage } from '../../forms/index.ts';
import { ReauthenticationBanner } from '../../session/ReauthenticationBanner.tsx';

/** The seller's team: members, roles and invitations. */
export default function TeamScreen() {
  const query = useQuery(teamQuery);
  const { data: team } = query;
  const owners = team?.members.filter(({ role }) => role === 'owner') ?? [];
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      {!team && <CardPlaceholder query={query} failed={texts.failed} rows={3} />}
      {team && (
        <>
          {team.role !== 'owner' && (
            <Banner>
              {texts.ownersOnly(formats.list(owners.map(({ name }) => name ?? texts.gone)))}
            </Banner>
          )}
          <Members team={team} />
          {team.role === 'owner' && <Invitations />}
          <RoleGuide />
          {team.members.length > 1 && <LeaveTeam team={team} />}
          {team.role === 'owner' && <EraseTeamData />}
        </>
      )}
    </Page>
  );
}

function RoleGuide() {
  const { title, ...descriptions } = texts.roles;
  return (
    <Card title={title}>
      <dl className={styles.roles}>
        {(['owner', 'member', 'viewer'] as const).map((role) => (
          <RoleDescription key={role} name={roleTexts.names[role]} may={descriptions[role]} />
        ))}
      </dl>
    </Card>
  );
}

function RoleDescription({ name, may }: { readonly name: string; readonly may: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{may}</dd>
    </>
  );
}

const leaveTexts = texts.leave;

/** Returns the user to their own team. The last owner cannot leave and sees why. */
function LeaveTeam({ team }: { readonly team: Team }) {
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
        title={leaveTexts.title}
        summary={isLast ? leaveTexts.lastOwner : leaveTexts.text}
        actions={
          !isLast && <Button onClick={() => setConfirming(true)}>{leaveTexts.action}</Button>
        }
      />
      <ConfirmDialog
        open={isConfirming}
        danger
        title={leaveTexts.confirm(team.name)}
        confirmLabel={leaveTexts.action}
        cancelLabel={leaveTexts.stay}
        closeLabel={sharedTexts.close}
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={() => setConfirming(false)}
      >
        <p>{leaveTexts.text}</p>
        <p>{leaveTexts.confirmText}</p>
      </ConfirmDialog>
    </>
  );
}

const erasureTexts = texts.erasure;

/** Disconnects all shops and erases their data, after an owner has confirmed what is deleted. */
function EraseTeamData() {
  const [isConfirming, setConfirming] = useState(false);
  const [isReauthRequired, setReauthRequired] = useState(false);
  const close = () => {
    setConfirming(false);
    setReauthRequired(false);
  };
  const erase = useMutation({
    mutationFn: () => coreClient().call('eraseTeamData', { handleErrorLocally: [409] }),
    changes: [...shopQueryNames, ...reportQueryNames],
    onSuccess() {
      close();
      showToast({ tone: 'positive', title: erasureTexts.done });
    },
    onError(error) {
      if (error instanceof ApiError && error.code === 'fresh_sign_in_required')
        return setReauthRequired(true);
      const title = formErrorMessage(error);
      if (title !== null) showToast({ tone: 'negative', title });
    },
  });
  return (
    <>
      <Card
        title={erasureTexts.title}
        summary={erasureTexts.text}
        actions={
          <Button variant="dangerous" onClick={() => setConfirming(true)}>
            {erasureTexts.action}
          </Button>
        }
      />
      <ConfirmDialog
        open={isConfirming}
        danger
        title={erasureTexts.confirm}
        confirmLabel={erasureTexts.do}
        cancelLabel={erasureTexts.keep}
        closeLabel={sharedTexts.close}
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={close}
      >
        <Consequences points={erasureTexts.consequences} />
        <p>{erasureTexts.final}</p>
        {isReauthRequired && <ReauthenticationBanner path="/settings/team" announced />}
      </ConfirmDialog>
    </>
  );
}
