import type { OpenInvitation } from '@seller-connect/contract';
import {
  Banner,
  Button,
  LinkButton,
  StandalonePage,
  UnlinkIcon,
  UsersIcon,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { ApiError, coreClient, missingRecordStatuses } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { formErrorMessage, locallyHandledStatuses } from '../../forms/index.ts';
import { useSession, useAuth } from '../../session/index.ts';
import { useSearchParam } from '../../lists/useUrlState.ts';
import { storage } from '../../storage.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import styles from './join.module.css';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

const errorMessage = (error: unknown) =>
  (error instanceof ApiError ? error.serverMessage : null) ?? sharedTexts.somethingWentWrong;

/** The link is unknown, or the invitation was withdrawn, used or has expired. This page says which. */
const invalidLinkStatuses = [...missingRecordStatuses, 410] as const;
const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && invalidLinkStatuses.some((status) => status === error.status);

/** The page behind the link in an invitation: its details and the button that accepts it. */
export default function JoinScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  const token = useSearchParam('token');
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery('openInvitation', {
      body: { token },
      handleErrorLocally: invalidLinkStatuses,
    }),
    enabled: token !== '',
    // Not refetched automatically: the server checks the invitation again when it is accepted.
    staleTime: Infinity,
  });
  if (token === '' || error) {
    const over = token === '' || (error instanceof ApiError && error.isFinal);
    return (
      <StandalonePage
        title={texts.invalid}
        headingRef={heading}
        icon={<UnlinkIcon size={24} />}
        tone="attention"
        actions={
          <>
            {!over && (
              <Button
                variant="primary"
                busy={isFetching}
                onClick={() => {
                  // The button is gone while the invitation is loading.
                  heading.current?.focus();
                  void refetch();
                }}
              >
                {sharedTexts.tryAgain}
              </Button>
            )}
            <LinkButton variant={over ? 'primary' : 'secondary'} href="/">
              {sharedTexts.backHome}
            </LinkButton>
          </>
        }
      >
        <p>{token === '' ? texts.noToken : errorMessage(error)}</p>
      </StandalonePage>
    );
  }
  if (!data) {
    return (
      <StandalonePage title={texts.loading} headingRef={heading}>
        <p aria-busy="true">{sharedTexts.loading}</p>
      </StandalonePage>
    );
  }
  return <InvitationDetails invitation={data} token={token} />;
}

interface OpenedProps {
  readonly invitation: OpenInvitation;
  readonly token: string;
}

function InvitationDetails({ invitation, token }: OpenedProps) {
  const { status, user } = useAuth();
  const claim = user?.profile['email'];
  const email = typeof claim === 'string' ? claim : '';
  if (!user) {
    return <SignInToAccept invitation={invitation} token={token} known={status === 'logged-out'} />;
  }
  const same = email.toLowerCase() === invitation.email.toLowerCase();
  // Without an email claim the server has to check whose account it is.
  if (email !== '' && !same) {
    return (
      <InvitationPage
        invitation={invitation}
        actions={
          <>
            <SwitchAccount token={token} />
            <LinkButton href="/">{texts.later}</LinkButton>
          </>
        }
      >
        <Banner tone="attention">{texts.other(invitation.email, email)}</Banner>
      </InvitationPage>
    );
  }
  return <AcceptInvitation invitation={invitation} token={token} email={email} />;
}

interface SignInToAcceptProps extends OpenedProps {
  /** True once it is certain that the user is not signed in. */
  readonly known: boolean;
}

function SignInToAccept({ invitation, token, known }: SignInToAcceptProps) {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  // After a registration that started here, the provider has a session but this application does not. One automatic
  // login gets it.
  useEffect(() => {
    if (!known || storage.invitation.read()?.token !== token) return;
    storage.invitation.remove();
    // If the login is not admitted or fails, the button below remains.
    session.signInByItself(joinPath(token)).catch(() => undefined);
  }, [known, token, session]);
  return (
    <InvitationPage
      invitation={invitation}
      actions={
        <Button
          variant="primary"
          busy={leaving}
          onClick={() => {
            setLeaving(true);
            storage.invitation.write({ at: Date.now(), token });
            session.signIn(joinPath(token)).catch(() => setLeaving(false));
          }}
        >
          {texts.signIn}
        </Button>
      }
    >
      <p>{texts.signInText(invitation.email)}</p>
    </InvitationPage>
  );
}

function AcceptInvitation({ invitation, token, email }: OpenedProps & { readonly email: string }) {
  const session = useSession();
  const accept = useMutation({
    mutationFn: () =>
      session.changeTeam(() =>
        coreClient().call('acceptInvitation', {
          body: { token },
          handleErrorLocally: [...locallyHandledStatuses, ...invalidLinkStatuses],
        }),
      ),
    // All loaded data belongs to the other team, in every tab; `session.changeTeam` notifies them.
    changes: [],
    onSuccess: () => window.location.assign('/'),
  });
  const isOver = isInvalidLink(accept.error);
  const problem = isOver ? errorMessage(accept.error) : formErrorMessage(accept.error);
  const isOther = accept.error instanceof ApiError && accept.error.code === 'other_address';
  const heading = useRef<HTMLHeadingElement>(null);
  const isButtonGone = isOver || isOther;
  useEffect(() => {
    if (isButtonGone) heading.current?.focus();
  }, [isButtonGone]);
  return (
    <InvitationPage
      invitation={invitation}
      headingRef={heading}
      actions={
        isOver ? (
          <LinkButton variant="primary" href="/">
            {sharedTexts.backHome}
          </LinkButton>
        ) : (
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
        )
      }
    >
      {problem !== null && (
        <Banner tone="negative" announced>
          {problem}
        </Banner>
      )}
      {!isOver && (
        <p className={styles.quiet}>
          {email !== '' && `${texts.as(email)} `}
          {texts.ownTeam}
        </p>
      )}
    </InvitationPage>
  );
}

function SwitchAccount({ token }: { readonly token: string }) {
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      variant="primary"
      busy={leaving}
      onClick={() => {
        setLeaving(true);
        session.signInAgain(joinPath(token)).catch(() => setLeaving(false));
      }}
    >
      {texts.switch}
    </Button>
  );
}

interface InvitationPageProps {
  readonly invitation: OpenInvitation;
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** The invitation's details, independent of who is signed in. */
function InvitationPage({ invitation, children, ...page }: InvitationPageProps) {
  const { team, role, invitedBy } = invitation;
  return (
    <StandalonePage {...page} title={texts.title(team)} icon={<UsersIcon size={24} />}>
      <div className={styles.facts}>
        <p>
          {texts.invited(invitedBy, knownText(roleTexts.names, role, sharedTexts.other))}{' '}
          {knownText(texts.may, role, '')}
        </p>
        {children}
      </div>
    </StandalonePage>
  );
}

const joinPath = (token: string) => `/join?token=${encodeURIComponent(token)}`;
