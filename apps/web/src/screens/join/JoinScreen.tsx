import type { OpenInvitation } from '@seller-connect/contract';
import { Banner, Button, LinkButton, OutsidePage } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { formProblem, formStatuses } from '../../forms/index.ts';
import { useAppSession, usePerson } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { shared } from '../../i18n/index.ts';
import styles from './join.module.css';
import { texts } from './texts.ts';

const wordsOf = (error: unknown) =>
  (error instanceof ApiFailure ? error.serverMessage : null) ?? shared.somethingWentWrong;

/** Where the link in an invitation leads: what it is for, and the button that accepts it. */
export function JoinScreen() {
  const { token = '' }: { token?: string } = useSearch({ strict: false });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: queryKey('openInvitation', token),
    queryFn: ({ signal }) => core().call('openInvitation', { body: { token }, signal }),
    enabled: token !== '',
    // What was true a moment ago is good enough to decide by; the server looks again.
    staleTime: Infinity,
  });
  if (token === '' || error) {
    // A link that is over stays so; a server that did not answer may do so now.
    const over = token === '' || (error instanceof ApiFailure && error.status >= 400);
    return (
      <OutsidePage
        product={shared.product}
        title={texts.invalid}
        actions={
          <>
            {!over && (
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                {shared.tryAgain}
              </Button>
            )}
            <LinkButton variant={over ? 'primary' : 'secondary'} href="/">
              {shared.backHome}
            </LinkButton>
          </>
        }
      >
        <p>{token === '' ? texts.noToken : wordsOf(error)}</p>
      </OutsidePage>
    );
  }
  if (!data) {
    return (
      <OutsidePage product={shared.product} title={texts.loading}>
        <p aria-busy="true">{shared.loading}</p>
      </OutsidePage>
    );
  }
  return <OpenedInvitation invitation={data} token={token} />;
}

interface OpenedProps {
  readonly invitation: OpenInvitation;
  readonly token: string;
}

function OpenedInvitation({ invitation, token }: OpenedProps) {
  const { status, user } = usePerson();
  const claim = user?.profile['email'];
  const email = typeof claim === 'string' ? claim : '';
  if (!user) {
    return <SignInFirst invitation={invitation} token={token} known={status === 'logged-out'} />;
  }
  const same = email.toLowerCase() === invitation.email.toLowerCase();
  // Without the claim the server has to say whose account it is.
  if (email !== '' && !same) {
    return (
      <Frame invitation={invitation} actions={<SwitchAccount token={token} />}>
        <Banner tone="attention">{texts.other(invitation.email, email)}</Banner>
      </Frame>
    );
  }
  return <AcceptInvitation invitation={invitation} token={token} email={email} />;
}

interface SignInFirstProps extends OpenedProps {
  /** It is settled that nobody is signed in. */
  readonly known: boolean;
}

function SignInFirst({ invitation, token, known }: SignInFirstProps) {
  const session = useAppSession();
  const [leaving, setLeaving] = useState(false);
  // Whoever went from here to register comes back with the provider's session and none of ours yet: it is fetched
  // without asking, once.
  useEffect(() => {
    if (!known || storage.invitation.read()?.token !== token) return;
    storage.invitation.remove();
    // Where that is not admitted or fails, the button below is the way on.
    session.signInByItself(pathOf(token)).catch(() => undefined);
  }, [known, token, session]);
  return (
    <Frame
      invitation={invitation}
      actions={
        <Button
          variant="primary"
          busy={leaving}
          onClick={() => {
            setLeaving(true);
            storage.invitation.write({ at: Date.now(), token });
            session.signIn(pathOf(token)).catch(() => setLeaving(false));
          }}
        >
          {texts.signIn}
        </Button>
      }
    >
      <p>{texts.signInText(invitation.email)}</p>
    </Frame>
  );
}

function AcceptInvitation({ invitation, token, email }: OpenedProps & { readonly email: string }) {
  const session = useAppSession();
  const accept = useMutation({
    mutationFn: () =>
      session.changeTeam(() =>
        core().call('acceptInvitation', { body: { token }, handleErrorLocally: formStatuses }),
      ),
    // Everything that was loaded belongs to the other team, in every tab: `session.changeTeam` tells them.
    changes: [],
    onSuccess: () => window.location.assign('/'),
  });
  const problem = formProblem(accept.error);
  const isOther = accept.error instanceof ApiFailure && accept.error.code === 'other_address';
  return (
    <Frame
      invitation={invitation}
      actions={
        <>
          {isOther ? (
            <SwitchAccount token={token} />
          ) : (
            <Button
              variant="primary"
              busy={accept.isPending || accept.isSuccess}
              onClick={() => accept.mutate()}
            >
              {texts.accept}
            </Button>
          )}
          <LinkButton href="/">{texts.later}</LinkButton>
        </>
      }
    >
      {problem !== null && (
        <Banner tone="negative" announced>
          {problem}
        </Banner>
      )}
      <p className={styles.quiet}>
        {email !== '' && `${texts.as(email)} `}
        {texts.ownTeam}
      </p>
    </Frame>
  );
}

function SwitchAccount({ token }: { readonly token: string }) {
  const session = useAppSession();
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      variant="primary"
      busy={leaving}
      onClick={() => {
        setLeaving(true);
        session.signInAgain(pathOf(token)).catch(() => setLeaving(false));
      }}
    >
      {texts.switch}
    </Button>
  );
}

interface FrameProps {
  readonly invitation: OpenInvitation;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The invitation itself, whoever looks at it. */
function Frame({ invitation, actions, children }: FrameProps) {
  const { team, role, invitedBy } = invitation;
  return (
    <OutsidePage product={shared.product} title={texts.title(team)} actions={actions}>
      <div className={styles.facts}>
        <p>
          {texts.invited(invitedBy, shared.teamRoles[role])} {texts.may[role]}
        </p>
        {children}
      </div>
    </OutsidePage>
  );
}

const pathOf = (token: string) => `/join?token=${encodeURIComponent(token)}`;
