import {
  Card,
  Button,
  Dialog,
  DevicesIcon,
  showToast,
  PageHeader,
  PhoneIcon,
  Row,
  RowList,
  RowText,
  TextLink,
  Page,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import type { AccountSession } from '@seller-connect/contract';
import { CardPlaceholder } from '../../lists/CardPlaceholder.tsx';
import { ReauthenticationBanner } from '../../session/ReauthenticationBanner.tsx';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';
import styles from './account.module.css';
import { sessionsQuery, useAccountClient } from './queries.ts';
import { texts } from './texts.ts';

const labels = texts.sessions;

const isReauthRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'fresh_sign_in_required';

function notifyFailure(error: unknown): void {
  const serverMessage = error instanceof ApiError ? error.serverMessage : null;
  showToast({ tone: 'negative', title: sharedTexts.error, text: serverMessage ?? texts.failed });
}

/** Lists the user's sessions and ends them. */
function SessionsScreen() {
  const account = useAccountClient();
  const query = useQuery({ ...sessionsQuery(account), refetchInterval: 60_000 });
  const { data: sessions } = query;
  const [isConfirming, setConfirming] = useState(false);
  const [mustSignIn, setMustSignIn] = useState(false);
  const onError = (error: unknown) =>
    isReauthRequired(error) ? setMustSignIn(true) : notifyFailure(error);
  const others = sessions?.filter((session) => !session.current) ?? [];

  const endOthers = useMutation({
    mutationFn: () => account.endOtherSessions(),
    onSuccess: () => showToast({ tone: 'positive', title: labels.endedOthers }),
    onError,
    changes: ['ownSessions'],
    onSettled: () => setConfirming(false),
  });

  return (
    <Page width="medium">
      <PageHeader title={labels.title}>{labels.intro}</PageHeader>
      {!sessions && <CardPlaceholder query={query} failed={labels.failed} rows={3} />}
      {sessions && (
        <Card
          flush
          title={labels.list}
          actions={
            others.length > 0 && (
              <Button size="small" onClick={() => setConfirming(true)}>
                {labels.endOthers}
              </Button>
            )
          }
        >
          <RowList>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onError={onError} />
            ))}
          </RowList>
        </Card>
      )}
      {sessions && (
        <p className={styles.facts}>
          {others.length === 0 ? labels.only : labels.doubt}{' '}
          <TextLink href="/settings/password">{labels.changePassword}</TextLink>
        </p>
      )}
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={labels.confirm}
        closeLabel={sharedTexts.close}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{labels.keep}</Button>
            <Button variant="danger" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {labels.endOthers}
            </Button>
          </>
        }
      >
        <p>{labels.confirmText(others.length)}</p>
      </Dialog>
      <Dialog
        open={mustSignIn}
        onClose={() => setMustSignIn(false)}
        title={labels.title}
        closeLabel={sharedTexts.close}
      >
        <ReauthenticationBanner path="/settings/sessions" announced />
      </Dialog>
    </Page>
  );
}

export default withExternalAccountNotice(SessionsScreen);

const isPhone = (browser: string) => /iPhone|Android/.test(browser);

interface SessionRowProps {
  readonly session: AccountSession;
  readonly onError: (error: unknown) => void;
}

function SessionRow({ session, onError }: SessionRowProps) {
  const account = useAccountClient();
  const name = session.browser === '' ? labels.unknown : session.browser;
  const end = useMutation({
    mutationFn: () => account.endSession(session.id),
    onSuccess: () => showToast({ tone: 'positive', title: labels.ended }),
    onError,
    changes: ['ownSessions'],
  });
  return (
    <Row
      media={isPhone(session.browser) ? <PhoneIcon size={20} /> : <DevicesIcon size={20} />}
      title={name}
      {...(session.current && { badge: labels.current })}
      badgeTone="positive"
      actions={
        !session.current && (
          <Button
            size="small"
            busy={end.isPending}
            aria-label={labels.endOf(name)}
            onClick={() => end.mutate()}
          >
            {labels.end}
          </Button>
        )
      }
    >
      <RowText>
        {session.lastUsedAt !== null && `${labels.used(formats.relative(session.lastUsedAt))} · `}
        {labels.signedIn(formats.dateTime(session.signedInAt), session.address)}
      </RowText>
      <RowText>
        {session.remembered && `${labels.remembered} · `}
        {labels.ends(formats.dateTime(session.endsAt))}
      </RowText>
    </Row>
  );
}
