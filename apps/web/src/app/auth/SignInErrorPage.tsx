import { loginErrorMessage } from '@seller-connect/login/error-messages';
import { Button, LockIcon, SignOutIcon, StandalonePage } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { language, sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import type { SignInProblem } from './useRequireAuth.ts';

interface SignInPromptProps {
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly button: string;
  readonly signIn: () => Promise<void>;
}

function SignInPrompt({ title, text, icon, button, signIn }: SignInPromptProps) {
  return (
    <StandalonePage
      product={sharedTexts.product}
      title={title}
      icon={icon}
      tone="quiet"
      actions={
        <Button
          variant="primary"
          onClick={() => void signIn().catch(() => window.location.reload())}
        >
          {button}
        </Button>
      }
    >
      <p role="alert">{text}</p>
    </StandalonePage>
  );
}

/** Explains why the login failed and offers to try again. It never retries automatically. */
export function SignInErrorPage(props: {
  readonly problem: SignInProblem;
  readonly returnTo: string;
}) {
  const { problem, returnTo } = props;
  const session = useSession();
  // The provider's existing session would give the same answer, so the provider has to show its login screen.
  const isAsBefore = problem === 'repeated' || problem === 'unauthorized';
  return (
    <SignInPrompt
      title={texts.signInFailed}
      text={textOf(problem)}
      icon={<LockIcon size={24} />}
      button={texts.signInAgain}
      signIn={() => (isAsBefore ? session.signInAgain(returnTo) : session.signIn(returnTo))}
    />
  );
}

function textOf(code: SignInProblem): string {
  if (code === 'repeated') return texts.signInRepeated;
  const { problem, advice } = loginErrorMessage({ code }, language);
  return `${problem} ${advice}`;
}

/** Shown after the user signed out in another tab. */
export function SignedOutPage({ returnTo }: { readonly returnTo: string }) {
  const session = useSession();
  return (
    <SignInPrompt
      title={texts.signedOut}
      text={texts.signedOutText}
      icon={<SignOutIcon size={24} />}
      button={sharedTexts.signIn}
      signIn={() => session.signIn(returnTo)}
    />
  );
}
