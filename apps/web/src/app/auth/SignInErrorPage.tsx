import { wordingOf } from '@seller-connect/login/wording';
import { Button, OutsidePage } from '@seller-connect/ui';
import { useAppSession } from '../../session/index.ts';
import { language, shared } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import type { SignInProblem } from './useRequireAuth.ts';

interface SignInAgainProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly signIn: () => Promise<void>;
}

function SignInAgain({ title, text, button, signIn }: SignInAgainProps) {
  return (
    <OutsidePage
      product={shared.product}
      title={title}
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
    </OutsidePage>
  );
}

/** Why the login did not work, and the way to try again. Nothing happens by itself from here. */
export function SignInFailed(props: {
  readonly problem: SignInProblem;
  readonly returnTo: string;
}) {
  const { problem, returnTo } = props;
  const session = useAppSession();
  // The provider's session would only bring the same answer again: its login screen is asked for.
  const isAsBefore = problem === 'repeated' || problem === 'unauthorized';
  return (
    <SignInAgain
      title={texts.signInFailed}
      text={textOf(problem)}
      button={texts.signInAgain}
      signIn={() => (isAsBefore ? session.signInAgain(returnTo) : session.signIn(returnTo))}
    />
  );
}

function textOf(code: SignInProblem): string {
  if (code === 'repeated') return texts.signInRepeated;
  const { problem, advice } = wordingOf({ code }, language);
  return `${problem} ${advice}`;
}

/** The person signed out in another tab. */
export function SignedOut({ returnTo }: { readonly returnTo: string }) {
  const session = useAppSession();
  return (
    <SignInAgain
      title={texts.signedOut}
      text={texts.signedOutText}
      button={shared.signIn}
      signIn={() => session.signIn(returnTo)}
    />
  );
}
