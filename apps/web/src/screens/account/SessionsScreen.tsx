import {
  Banner,
  Block,
  Button,
  Dialog,
  DevicesIcon,
  notify,
  PageHeader,
  PhoneIcon,
  Skeleton,
  TextLink,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import type { OwnSession } from '../../api/client/accountClient.ts';
import { SignInAgain, useAppSession } from '../../session/index.ts';
import { formats, shared } from '../../i18n/index.ts';
import styles from './account.module.css';
import { sessionsQuery } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.sessions;

const needsFreshSignIn = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'fresh_sign_in_required';

function failed(error: unknown): void {
  const said = error instanceof ApiFailure ? error.serverMessage : null;
  notify({ tone: 'negative', title: shared.error, text: said ?? texts.failed });
}

/** Where the person is signed in, and the way to end that elsewhere. */
export function SessionsScreen() {
  const { account } = useAppSession();
  const query = sessionsQuery(account);
  const { data: sessions, isError, refetch } = useQuery({ ...query, refetchInterval: 60_000 });
  const [asking, setAsking] = useState(false);
  const [mustSignIn, setMustSignIn] = useState(false);
  const onError = (error: unknown) =>
    needsFreshSignIn(error) ? setMustSignIn(true) : failed(error);
  const others = sessions?.filter((session) => !session.current) ?? [];

  const endOthers = useMutation({
    mutationFn: () => account.endOtherSessions(),
    onSuccess: () => notify({ tone: 'positive', title: words.endedOthers }),
    onError,
    changes: ['ownSessions'],
    onSettled: () => setAsking(false),
  });

  return (
    <div className={styles.screen}>
      <PageHeader title={words.title}>{words.intro}</PageHeader>
      {!sessions && isError && (
        <Banner
          tone="negative"
          title={words.failed}
          actions={<Button onClick={() => void refetch()}>{shared.tryAgain}</Button>}
        />
      )}
      {!sessions && !isError && (
        <Block busy>
          <Skeleton shape="row" count={3} />
        </Block>
      )}
      {sessions && (
        <Block
          flush
          title={words.list}
          actions={
            others.length > 0 && (
              <Button size="small" onClick={() => setAsking(true)}>
                {words.endOthers}
              </Button>
            )
          }
        >
          <ul className={styles.sessions}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onError={onError} />
            ))}
          </ul>
        </Block>
      )}
      {sessions && (
        <p className={styles.facts}>
          {others.length === 0 ? words.only : words.doubt}{' '}
          <TextLink href="/settings/password">{words.changePassword}</TextLink>
        </p>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.confirm}
        closeLabel={shared.close}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{words.keep}</Button>
            <Button variant="danger" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {words.endOthers}
            </Button>
          </>
        }
      >
        <p>{words.confirmText(others.length)}</p>
      </Dialog>
      <Dialog
        open={mustSignIn}
        onClose={() => setMustSignIn(false)}
        title={words.title}
        closeLabel={shared.close}
      >
        <SignInAgain path="/settings/sessions" announced />
      </Dialog>
    </div>
  );
}

const isPhone = (browser: string) => /iPhone|Android/.test(browser);

interface SessionRowProps {
  readonly session: OwnSession;
  readonly onError: (error: unknown) => void;
}

function SessionRow({ session, onError }: SessionRowProps) {
  const { account } = useAppSession();
  const name = session.browser === '' ? words.unknown : session.browser;
  const end = useMutation({
    mutationFn: () => account.endSession(session.id),
    onSuccess: () => notify({ tone: 'positive', title: words.ended }),
    onError,
    changes: ['ownSessions'],
  });
  return (
    <li className={styles.session}>
      <span className={styles.device}>
        {isPhone(session.browser) ? <PhoneIcon size={20} /> : <DevicesIcon size={20} />}
      </span>
      <div className={styles.what}>
        <p className={styles.name}>
          {name}
          {session.current && <span className={styles.here}>{words.current}</span>}
        </p>
        <p className={styles.facts}>
          {session.lastUsedAt !== null && `${words.used(formats.relative(session.lastUsedAt))} · `}
          {words.signedIn(formats.dateTime(session.signedInAt), session.address)}
        </p>
        <p className={styles.facts}>
          {session.remembered && `${words.remembered} · `}
          {words.ends(formats.dateTime(session.endsAt))}
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={end.isPending}
          aria-label={words.endOf(name)}
          onClick={() => end.mutate()}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}
