import type { LoginError } from '@seller-connect/login';
import { wordingOf } from '@seller-connect/login/wording';
import { Button, OutsidePage } from '@seller-connect/ui';
import { useAppSession } from '../session/index.ts';
import { language, shared } from '../texts/index.ts';
import { texts } from './texts.ts';

interface SignInAgainProps {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly returnTo: string;
}

function SignInAgain({ title, text, button, returnTo }: SignInAgainProps) {
  const session = useAppSession();
  return (
    <OutsidePage
      product={shared.product}
      title={title}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            session.signIn(returnTo).catch(() => window.location.reload());
          }}
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
  /** Null when the provider could not even be asked. */
  readonly error: LoginError | null;
  readonly returnTo: string;
}) {
  const { error, returnTo } = props;
  const { problem, advice } = wordingOf(error ?? { code: 'network' }, language);
  return (
    <SignInAgain
      title={texts.signInFailed}
      text={`${problem} ${advice}`}
      button={texts.signInAgain}
      returnTo={returnTo}
    />
  );
}

/** The person signed out in another tab. */
export function SignedOut({ returnTo }: { readonly returnTo: string }) {
  return (
    <SignInAgain
      title={texts.signedOut}
      text={texts.signedOutText}
      button={shared.signIn}
      returnTo={returnTo}
    />
  );
}
