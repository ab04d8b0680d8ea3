import type { LoginErrorCode } from '@seller-connect/login';
import { loginErrorMessage } from '@seller-connect/login/error-messages';
import { Button, CheckIcon, LockIcon, SignOutIcon, StandalonePage } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { useSession, type AppSession } from '../../session/index.ts';
import { language, sharedTexts } from '../../i18n/index.ts';
import { errorTexts } from '../errors/texts.ts';
import styles from './SignInPrompt.module.css';
import type { SignInStop } from './useRequireAuth.ts';

interface SignInPromptProps {
  readonly reason: SignInStop;
  /** Path after the login. */
  readonly returnTo: string;
}

/** Says why a login does not start by itself, and offers to start it. */
export default function SignInPrompt({ reason, returnTo }: SignInPromptProps) {
  const session = useSession();
  const { title, icon, text, button, signIn } = contentOf(reason, session);
  return (
    <StandalonePage
      title={title}
      icon={icon}
      tone="quiet"
      actions={
        <Button
          variant="primary"
          onClick={() => void signIn(returnTo).catch(() => window.location.reload())}
        >
          {button}
        </Button>
      }
    >
      <div role="alert" className={styles.text}>
        {text}
      </div>
    </StandalonePage>
  );
}

interface PromptContent {
  readonly title: string;
  readonly icon: ReactNode;
  readonly text: ReactNode;
  readonly button: string;
  readonly signIn: (returnTo: string) => Promise<void>;
}

function contentOf(reason: SignInStop, session: AppSession): PromptContent {
  if (reason === 'account_deleted') {
    return {
      title: errorTexts.accountDeleted,
      icon: <CheckIcon size={24} />,
      text: errorTexts.accountDeletedPoints.map((point) => <p key={point}>{point}</p>),
      button: errorTexts.toSignIn,
      // The path belongs to the deleted account.
      signIn: () => session.signIn('/'),
    };
  }
  if (reason === 'other_tab' || reason === 'unconfirmed') {
    return {
      title: errorTexts.signedOut,
      icon: <SignOutIcon size={24} />,
      text: reason === 'other_tab' ? errorTexts.signedOutElsewhere : errorTexts.signedOutHere,
      button: sharedTexts.signIn,
      signIn: session.signIn,
    };
  }
  // The provider's existing session would give the same answer, so the provider has to show its login screen.
  const isAsBefore = reason === 'repeated' || reason === 'unauthorized';
  return {
    title: errorTexts.signInFailed,
    icon: <LockIcon size={24} />,
    text: reason === 'repeated' ? errorTexts.signInRepeated : describe(reason),
    button: errorTexts.signInAgain,
    signIn: isAsBefore ? session.signInAgain : session.signIn,
  };
}

function describe(code: LoginErrorCode): string {
  const { problem, advice } = loginErrorMessage({ code }, language);
  return `${problem} ${advice}`;
}
